import { useMutation } from '@tanstack/react-query';
import { PlugZap } from 'lucide-react';
import { sendJson } from '#app/admin/data/api.ts';
import { Button } from './button.tsx';
import { SAVED_NOT_SENT } from '#shared/mails/values.ts';
import type { MailCheck } from '#shared/mails/admin-schema.ts';

const messages = {
  check: 'Check connection',
  checking: 'Checking...',
  failed: 'The check itself failed',
  works: {
    smtp: 'The mail server can be reached and takes mails from us.',
    file: SAVED_NOT_SENT,
  },
  inboxWorks: 'The mailbox for answers can be read.',
  sentence: (text: string) => (text.endsWith('.') ? text : `${text}.`),
} as const;

function describe({ transport, problem, hasInbox, inboxProblem }: MailCheck): string {
  const out = problem ?? messages.works[transport];
  return [out, ...(hasInbox ? [inboxProblem ?? messages.inboxWorks] : [])]
    .map(messages.sentence)
    .join(' ');
}

export function CheckConnection({ label = messages.check }: { label?: string }) {
  const check = useMutation({ mutationFn: () => sendJson<MailCheck>('POST', 'mails/check') });
  const { data, error, isPending } = check;
  return (
    <>
      <p role="status" className="me-auto wrap-anywhere">
        {isPending && messages.checking}
        {data && describe(data)}
        {error && `${messages.failed}: ${error.message}`}
      </p>
      <Button icon={PlugZap} isDisabled={isPending} onClick={() => check.mutate()}>
        {label}
      </Button>
    </>
  );
}
