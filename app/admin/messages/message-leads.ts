import type { LeadListKind } from '#app/admin/leads/lead-kind.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';
import type { MessageListItem } from '#shared/messages/admin-schema.ts';
import { MESSAGE_ADMIN_MESSAGES, messageStatusChangedMessage } from '#shared/messages/messages.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';

const TONES: Record<string, BadgeTone> = { new: 'yellow', read: 'blue', responded: 'green' };

export const MESSAGE_LEADS: LeadListKind<MessageListItem> = {
  path: 'messages',
  idParameter: 'message',
  title: 'Messages Management',
  dialogTitle: 'Message Details',
  messages: MESSAGE_ADMIN_MESSAGES,
  statuses: MESSAGE_STATUSES,
  statusesAfter: () => MESSAGE_STATUSES,
  isNew: (status) => status === 'new',
  toneOf: (status) => TONES[status] ?? 'neutral',
  describeChange: (status) => ({ title: 'Success', text: messageStatusChangedMessage(status) }),
  name: {
    label: 'Sender',
    sort: 'name',
    of: ({ name }) => name,
    details: ({ email }) => email,
  },
  describe: ({ name }) => `the message of ${name}`,
  identify: ({ name }) => `the message of ${name}`,
  columns: [
    {
      key: 'preview',
      label: 'Message Preview',
      className: 'max-w-96 min-w-56 leading-tight wrap-anywhere',
      of: ({ preview }) => preview,
    },
  ],
};
