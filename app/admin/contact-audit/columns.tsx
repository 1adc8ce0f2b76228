import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import type { DataColumn } from '#app/admin/ui/list/data-table.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import {
  AUDIT_ACTIONS,
  AUDIT_COLUMNS,
  type AuditAction,
  NO_ADMIN,
  shortId,
} from '#shared/contact-audit/values.ts';
import { AUDIT_MESSAGES } from '#shared/contact-audit/messages.ts';
import type { AuditEntry } from '#shared/contact-audit/admin-schema.ts';
import { AUDIT_SCREEN_MESSAGES as messages } from './messages.ts';

const TONES: Record<AuditAction, BadgeTone> = {
  view: 'blue',
  bulk_view: 'blue',
  detailed_view: 'yellow',
  update: 'green',
  export: 'red',
  search: 'purple',
};

function leadOf({ messageId, orderId }: AuditEntry) {
  if (messageId) return <span title={messageId}>{shortId(messageId)}</span>;
  if (orderId) return <span title={orderId}>{messages.order(shortId(orderId))}</span>;
  return messages.nothing;
}

const CELLS: Record<(typeof AUDIT_COLUMNS)[number], Omit<DataColumn<AuditEntry>, 'label'>> = {
  Timestamp: {
    isHead: true,
    className: 'font-normal',
    renderCell: ({ createdAt }) => (
      <span title={createdAt}>
        <Moment iso={createdAt} />
      </span>
    ),
  },
  Action: {
    renderCell: ({ action }) => (
      <Badge tone={TONES[action]}>
        {AUDIT_ACTIONS.find(({ value }) => value === action)?.label}
      </Badge>
    ),
  },
  'Message ID': { className: 'whitespace-nowrap', renderCell: leadOf },
  'Admin ID': {
    className: 'whitespace-nowrap',
    renderCell: ({ adminUserId: id, adminUsername: name }) =>
      id ? <span title={name ? `${name} (${id})` : id}>{shortId(id)}</span> : NO_ADMIN,
  },
  'IP Address': {
    renderCell: ({ ipAddress, userAgent }) => (
      <span title={userAgent ?? undefined}>{ipAddress ?? messages.nothing}</span>
    ),
  },
  'Fields Accessed': {
    className: 'max-w-72 min-w-40 wrap-anywhere',
    renderCell: ({ accessedFields }) => accessedFields.join(', ') || messages.nothing,
  },
  'Search Query': {
    className: 'max-w-64 wrap-anywhere',
    renderCell: ({ searchQuery, isSearchRemoved }) =>
      isSearchRemoved ? (
        <span className="text-muted-foreground italic">{AUDIT_MESSAGES.searchRemoved}</span>
      ) : (
        (searchQuery ?? messages.nothing)
      ),
  },
};

export const COLUMNS = AUDIT_COLUMNS.map((label) => ({ label, ...CELLS[label] }));
