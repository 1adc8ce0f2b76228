import { Check, Mail } from 'lucide-react';
import { Facts, MailLink, Moment, Section } from '#app/admin/leads/lead-details.tsx';
import { LeadDialog } from '#app/admin/leads/lead-dialog.tsx';
import type { LeadDialogProps } from '#app/admin/leads/lead-screen.tsx';
import { Button, ButtonLink } from '#app/admin/ui/button.tsx';
import { formatAdminDate } from '#app/admin/ui/dates.ts';
import type { MessageDetail } from '#shared/messages/admin-schema.ts';
import { MESSAGE_LEADS } from './message-leads.ts';
import { replyUrl } from './reply-url.ts';

export function MessageDialog(props: LeadDialogProps) {
  return (
    <LeadDialog<MessageDetail>
      {...props}
      kind={MESSAGE_LEADS}
      renderFooter={(message, record) => (
        <>
          {message.status !== 'responded' && (
            <Button
              isDisabled={record.isBusy}
              icon={Check}
              onClick={() => record.changeStatus('responded')}
            >
              Mark as Responded
            </Button>
          )}
          <ButtonLink to={replyUrl(message, formatAdminDate)} variant="primary" icon={Mail}>
            Reply via Email
          </ButtonLink>
        </>
      )}
    >
      {(message) => (
        <>
          <Facts
            facts={[
              { label: 'Name', value: message.name },
              { label: 'Email', value: <MailLink email={message.email} /> },
            ]}
          />
          <Section title="Message">
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{message.message}</p>
          </Section>
          <Facts
            facts={[
              {
                label: 'Responded',
                value: message.respondedAt ? <Moment iso={message.respondedAt} /> : 'Not yet',
              },
              { label: 'Classification', value: message.dataClassification },
              { label: 'Accesses Before', value: String(message.accessCount) },
              {
                label: 'Last Access',
                value: message.lastAccessedAt ? <Moment iso={message.lastAccessedAt} /> : 'Never',
              },
              { label: 'Kept Until', value: <Moment iso={message.retentionExpiresAt} /> },
            ]}
          />
        </>
      )}
    </LeadDialog>
  );
}
