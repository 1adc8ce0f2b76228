import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { DateText, TimeText } from '#app/admin/ui/time.tsx';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  NO_ADMIN,
  shortId,
} from '#shared/contact-audit/values.ts';
import type { AuditEntry } from '#shared/contact-audit/admin-schema.ts';

const TONES: Record<AuditAction, BadgeTone> = {
  view: 'blue',
  bulk_view: 'blue',
  detailed_view: 'yellow',
  update: 'green',
  export: 'red',
  search: 'purple',
};

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, createdAt, adminUserId, adminUsername, searchQuery } = entry;
  return (
    <tr>
      <th scope="row" className="font-normal whitespace-nowrap" title={createdAt}>
        <DateText iso={createdAt} /> <TimeText iso={createdAt} />
      </th>
      <td>
        <Badge tone={TONES[action]}>
          {AUDIT_ACTIONS.find(({ value }) => value === action)?.label}
        </Badge>
      </td>
      <td className="whitespace-nowrap tabular-nums">
        <LeadId entry={entry} />
      </td>
      <td className="whitespace-nowrap tabular-nums">
        {adminUserId ? (
          <span title={adminUsername ? `${adminUsername} (${adminUserId})` : adminUserId}>
            {shortId(adminUserId)}
          </span>
        ) : (
          NO_ADMIN
        )}
      </td>
      <td className="tabular-nums" title={entry.userAgent ?? undefined}>
        {entry.ipAddress ?? '—'}
      </td>
      <td className="max-w-72 min-w-40 wrap-anywhere">
        {entry.accessedFields.length > 0 ? entry.accessedFields.join(', ') : '—'}
      </td>
      <td className="max-w-64 wrap-anywhere">{searchQuery ?? '—'}</td>
    </tr>
  );
}

function LeadId({ entry: { messageId, orderId } }: { entry: AuditEntry }) {
  if (messageId) return <span title={messageId}>{shortId(messageId)}</span>;
  if (orderId) return <span title={orderId}>Order {shortId(orderId)}</span>;
  return '—';
}
