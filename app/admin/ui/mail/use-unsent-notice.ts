import type { MailCheck } from '#shared/mails/admin-schema.ts';
import { SAVED_NOT_SENT } from '#shared/mails/values.ts';
import { useRole } from '#app/admin/data/role.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';

/** Replaces the confirmation of an email; null with a mail server. */
export function useUnsentNotice(): string | null {
  const { may } = useRole();
  const options = { enabled: may('work') };
  const { data } = useApiQuery<Pick<MailCheck, 'transport'>>('mails/transport', options);
  return data?.transport === 'file' ? SAVED_NOT_SENT : null;
}
