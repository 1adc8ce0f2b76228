import { Check, Mail, PackagePlus } from 'lucide-react';
import { Facts, WrittenText } from '#app/admin/leads/lead-details.tsx';
import type { LeadDefinition } from '#app/admin/leads/shared/lead-kind.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import { Button, ButtonLink } from '#app/admin/ui/button.tsx';
import { formatAdminDate } from '#app/admin/ui/dates.ts';
import { Moment } from '#app/admin/ui/time.tsx';
import type { MessageDetail, MessageListItem } from '#shared/messages/admin-schema.ts';
import { MESSAGE_ADMIN_MESSAGES, messageStatusChangedMessage } from '#shared/messages/messages.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { MESSAGE_SCREEN_MESSAGES as messages } from './messages.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { replyUrl } from './reply-url.ts';
import { lazy, Suspense, useState } from 'react';
import { ORDER_OF_MESSAGE_MESSAGES } from '#app/admin/leads/conversation/messages.ts';

const TONES: Record<string, BadgeTone> = { new: 'yellow', read: 'blue', responded: 'green' };

export const MESSAGE_LEADS: LeadDefinition<MessageListItem, MessageDetail> = {
  path: 'messages',
  idParameter: 'message',
  formPath: '/contact',
  title: messages.title,
  dialogTitle: messages.dialogTitle,
  messages: MESSAGE_ADMIN_MESSAGES,
  statuses: MESSAGE_STATUSES,
  statusesAfter: () => MESSAGE_STATUSES,
  isNew: (status) => status === 'new',
  toneOf: (status) => TONES[status] ?? 'neutral',
  describeChange: (status) => ({
    title: messages.changedTitle,
    text: messageStatusChangedMessage(status),
  }),
  name: {
    label: messages.sender,
    sort: 'name',
    of: ({ name }) => name,
    details: ({ email }) => email,
  },
  describe: ({ reference, name }) => messages.describe(reference, name),
  identify: ({ reference, name }) => `${name}, ${reference}`,
  columns: [
    {
      label: messages.preview,
      className: 'max-w-96 min-w-56 leading-tight wrap-anywhere',
      renderCell: ({ preview }) => preview,
    },
  ],
  templateValuesOf: ({ name, reference }) => ({ name, reference }),
  renderDetails: ({ message }) => <WrittenText title={messages.message} text={message} />,
  renderFacts: (message) => (
    <Facts
      labels={messages.facts}
      values={{
        responded: message.respondedAt ? <Moment iso={message.respondedAt} /> : messages.notYet,
        classification: message.dataClassification,
        accesses: message.accessCount,
        lastAccess: message.lastAccessedAt ? (
          <Moment iso={message.lastAccessedAt} />
        ) : (
          messages.never
        ),
        retention: <Moment iso={message.retentionExpiresAt} />,
      }}
    />
  ),
  renderFooter: (message, record) => (
    <>
      <MakeOrder message={message} />
      {message.status !== 'responded' && (
        <Button
          isDisabled={record.isBusy}
          icon={Check}
          onClick={() => record.changeStatus('responded')}
        >
          {messages.respond}
        </Button>
      )}
      <ReplyLink message={message} />
    </>
  ),
};

function ReplyLink({ message }: { message: Parameters<typeof replyUrl>[0] }) {
  const { name } = useCompany();
  return (
    <ButtonLink to={replyUrl(message, formatAdminDate, name)} icon={Mail}>
      {messages.reply}
    </ButtonLink>
  );
}

const OrderOfMessage = lazy(async () => {
  const { OrderOfMessage: Loaded } =
    await import('#app/admin/leads/conversation/order-of-message.tsx');
  return { default: Loaded };
});

type Props = { message: { id: string; name: string; email: string; message: string } };

function MakeOrder({ message }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={PackagePlus} onClick={() => setIsOpen(true)}>
        {ORDER_OF_MESSAGE_MESSAGES.make}
      </Button>
      {isOpen && (
        <Suspense>
          <OrderOfMessage message={message} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
