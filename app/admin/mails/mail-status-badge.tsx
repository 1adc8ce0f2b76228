import { Badge, type BadgeTone } from '#app/admin/ui/badge.tsx';
import { labelOf } from '#shared/forms/values.ts';
import { MAIL_STATUSES, type MailStatus } from '#shared/mails/values.ts';

const TONES: Record<MailStatus, BadgeTone> = {
  pending: 'yellow',
  sent: 'green',
  failed: 'red',
  expired: 'neutral',
  bounced: 'red',
};

export function MailStatusBadge({ status }: { status: MailStatus }) {
  return <Badge tone={TONES[status]}>{labelOf(MAIL_STATUSES, status)}</Badge>;
}
