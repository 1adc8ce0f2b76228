import { RotateCw } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { Dialog } from '#app/admin/ui/dialog.tsx';
import { QueryError } from '#app/admin/ui/list.tsx';
import { RecordSteps, type Steps } from '#app/admin/ui/list/record-steps.tsx';
import { Section } from '#app/admin/ui/section.tsx';
import { Moment } from '#app/admin/ui/time.tsx';
import type { Mail, MailDetail } from '#shared/mails/admin-schema.ts';
import { mailKindLabel, UNDELIVERED_STATUSES } from '#shared/mails/values.ts';
import { MailStatusBadge } from './mail-status-badge.tsx';
import { MailPreview } from '#app/admin/ui/mail/mail-preview.tsx';
import { MAIL_DIALOG_MESSAGES as messages, RESEND_MESSAGES } from './messages.ts';

type Props = {
  id: string;
  onClose: () => void;
  onResend: (id: string) => void;
  isBusy: boolean;
  steps: Steps;
};

export function MailDialog({ id, onClose, onResend, isBusy, steps }: Props) {
  const mail = useApiQuery<MailDetail>(`mails/${id}`, { refetchInterval: 10_000 });
  const { data } = mail;
  return (
    <Dialog
      title={data ? mailKindLabel(data.kind) : messages.title}
      size="large"
      onClose={onClose}
      isOpenAt={(params) => params.get('mail') === id}
      isReading
      footer={
        <>
          <RecordSteps noun={messages.noun} steps={steps} />
          {data && UNDELIVERED_STATUSES.includes(data.status) && (
            <Button
              variant="primary"
              icon={RotateCw}
              isDisabled={isBusy}
              onClick={() => onResend(id)}
            >
              {RESEND_MESSAGES.one}
            </Button>
          )}
        </>
      }
    >
      <QueryError query={mail} />
      {!data && mail.isLoading && <p role="status">{messages.loading}</p>}
      {data && (
        <div className="grid gap-6">
          <Section title={messages.facts} isInDialog>
            <Facts facts={factsOf(data)} />
          </Section>
          <Section title={messages.content} isInDialog>
            <p className="text-ink-muted">{reasonOf(data)}</p>
            {data.preview && (
              <>
                <Facts facts={[[messages.subject, data.preview.subject]]} />
                <MailPreview preview={data.preview} />
              </>
            )}
          </Section>
        </div>
      )}
    </Dialog>
  );
}

function reasonOf(mail: MailDetail): string {
  if (mail.isSecret) return messages.secret;
  return mail.preview ? messages.now(mail) : messages.gone;
}

type Fact = readonly [label: string, value: ReactNode];

function factsOf(mail: MailDetail): Fact[] {
  const { status, transport, sentAt, lastAttemptAt, nextAttemptAt } = mail;
  return [
    [messages.recipients, mail.recipients.join(', ')],
    [messages.status, <MailStatusBadge key="status" {...{ status, transport }} />],
    [messages.about, mail.about && <AboutLink key="about" about={mail.about} />],
    [messages.created, <Moment key="created" iso={mail.createdAt} />],
    [messages.attempts, String(mail.attempts)],
    [
      transport === 'file' ? messages.saved : messages.sent,
      sentAt && <Moment key="sent" iso={sentAt} />,
    ],
    [messages.lastAttempt, lastAttemptAt && !sentAt && <Moment key="last" iso={lastAttemptAt} />],
    [
      messages.nextAttempt,
      nextAttemptAt && lastAttemptAt && <Moment key="next" iso={nextAttemptAt} />,
    ],
    [messages.problem, mail.lastError],
    [messages.messageId, mail.messageId],
  ];
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,max-content)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-ink-muted">{label}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {value}
            </dd>
          </Fragment>
        ))}
    </dl>
  );
}

export function AboutLink({ about }: { about: NonNullable<Mail['about']> }) {
  const { kind, id, label } = about;
  return (
    <Link to={`/admin/${kind}s?${kind}=${id}`} className="link">
      {label}
    </Link>
  );
}
