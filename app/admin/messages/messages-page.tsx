import { Eye } from 'lucide-react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { StatusSelect } from '#app/admin/leads/lead-details.tsx';
import { LeadListScreen } from '#app/admin/leads/lead-list.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { useLeadList } from '#app/admin/leads/use-lead-list.ts';
import { MESSAGE_ADMIN_MESSAGES, messageStatusChangedMessage } from '#shared/messages/messages.ts';
import type { MessageListItem } from '#shared/messages/admin-schema.ts';
import { MESSAGE_STATUSES } from '#shared/messages/values.ts';
import { MessageDialog } from './message-dialog.tsx';
import { toneOfStatus } from './message-status.ts';

const STATUS_OPTIONS = [{ value: 'all', label: 'All Status' }, ...MESSAGE_STATUSES];

function describeChange(status: string) {
  return { title: 'Success', text: messageStatusChangedMessage(status) };
}

export function MessagesPage() {
  const messages = useLeadList<MessageListItem>({
    path: 'messages',
    table: 'contact_messages',
    idParameter: 'message',
    texts: MESSAGE_ADMIN_MESSAGES,
    describeChange,
  });

  const columns = [
    {
      key: 'sender',
      label: 'Sender',
      sort: {
        direction: messages.directionOf('name'),
        onSort: () => messages.sortBy('name', 'ascending'),
      },
    },
    { key: 'preview', label: 'Message Preview' },
    {
      key: 'date',
      label: 'Date',
      isEnd: true,
      sort: {
        direction: messages.directionOf('created_at'),
        onSort: () => messages.sortBy('created_at', 'descending'),
      },
    },
    { key: 'status', label: 'Status' },
    { key: 'actions', label: 'Actions', isEnd: true },
  ];

  return (
    <>
      <LeadListScreen
        title="Messages Management"
        screen="messages"
        leads={messages}
        searchLabel="Search messages"
        statusOptions={STATUS_OPTIONS}
        bulkStatuses={MESSAGE_STATUSES}
        columns={columns}
        loadingText={MESSAGE_ADMIN_MESSAGES.loading}
        emptyText={MESSAGE_ADMIN_MESSAGES.empty}
        nameOf={(message) => `the message of ${message.name}`}
        renderCells={(message) => (
          <>
            <th scope="row" className="min-w-40 leading-tight">
              <span className="wrap-anywhere">{message.name}</span>
              {message.isSuspect && (
                <>
                  {' '}
                  <Badge tone="red">Suspect</Badge>
                </>
              )}
              <br />
              <span className="font-normal text-ink-muted wrap-anywhere">{message.email}</span>
            </th>
            <td className="max-w-96 min-w-56 leading-tight wrap-anywhere">{message.preview}</td>
            <td data-end>
              <DateText iso={message.createdAt} />
            </td>
            <td>
              <StatusSelect
                label={`Status of the message of ${message.name}`}
                status={message.status}
                options={MESSAGE_STATUSES}
                toneOf={toneOfStatus}
                onChange={(status) => void messages.changeStatus(message, message.name, status)}
              />
            </td>
            <td data-end>
              <button
                type="button"
                data-row-stop
                aria-label={`View the message of ${message.name}`}
                onClick={() => messages.open(message.id)}
                className="admin-button admin-button-secondary"
              >
                <Eye aria-hidden className="size-4" />
                View
              </button>
            </td>
          </>
        )}
      />
      {messages.openedId !== '' && (
        <MessageDialog
          key={messages.openedId}
          id={messages.openedId}
          onClose={messages.close}
          onChanged={messages.replaceRow}
        />
      )}
    </>
  );
}
