import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { labelOf } from '#shared/forms/values.ts';
import type { Mail } from '#shared/mails/admin-schema.ts';
import { MAIL_STATUSES, type MailStatus, SAVED_NOT_SENT } from '#shared/mails/values.ts';

const TONES: Record<MailStatus, BadgeTone> = {
  pending: 'yellow',
  sent: 'green',
  failed: 'red',
  expired: 'neutral',
  bounced: 'red',
};

export function MailStatusBadge({ status, transport }: Pick<Mail, 'status' | 'transport'>) {
  if (status === 'sent' && transport === 'file')
    return <Badge tone="yellow">{SAVED_NOT_SENT}</Badge>;
  return <Badge tone={TONES[status]}>{labelOf(MAIL_STATUSES, status)}</Badge>;
}
