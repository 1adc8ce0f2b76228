import { Eye } from 'lucide-react';
import { Badge } from '#app/admin/ui/badge.tsx';
import { StatusSelect } from '#app/admin/leads/lead-details.tsx';
import { LeadListScreen } from '#app/admin/leads/lead-list.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { useLeadList } from '#app/admin/leads/use-lead-list.ts';
import { budgetLabel } from '#shared/orders/values.ts';
import { ORDER_ADMIN_MESSAGES, orderStatusChangedMessage } from '#shared/orders/messages.ts';
import type { OrderListItem } from '#shared/orders/admin-schema.ts';
import { ORDER_STATUSES } from '#shared/orders/values.ts';
import { OrderDialog } from './order-dialog.tsx';
import { CHOSEN_STATUSES, statusOptionsOf, toneOfStatus } from './order-status.ts';

const STATUS_OPTIONS = [{ value: 'all', label: 'All Status' }, ...ORDER_STATUSES];

function describeChange(status: string) {
  return { title: ORDER_ADMIN_MESSAGES.updatedTitle, text: orderStatusChangedMessage(status) };
}

export function OrdersPage() {
  const orders = useLeadList<OrderListItem>({
    path: 'orders',
    table: 'orders',
    idParameter: 'order',
    texts: ORDER_ADMIN_MESSAGES,
    describeChange,
  });

  const columns = [
    {
      key: 'customer',
      label: 'Customer',
      sort: {
        direction: orders.directionOf('full_name'),
        onSort: () => orders.sortBy('full_name', 'ascending'),
      },
    },
    { key: 'service', label: 'Service' },
    { key: 'budget', label: 'Budget', isEnd: true },
    {
      key: 'date',
      label: 'Date',
      isEnd: true,
      sort: {
        direction: orders.directionOf('created_at'),
        onSort: () => orders.sortBy('created_at', 'descending'),
      },
    },
    { key: 'status', label: 'Status' },
    { key: 'actions', label: 'Actions', isEnd: true },
  ];

  return (
    <>
      <LeadListScreen
        title="Orders Management"
        screen="orders"
        leads={orders}
        searchLabel="Search orders"
        statusOptions={STATUS_OPTIONS}
        bulkStatuses={CHOSEN_STATUSES}
        columns={columns}
        loadingText={ORDER_ADMIN_MESSAGES.loading}
        emptyText={ORDER_ADMIN_MESSAGES.empty}
        nameOf={(order) => `${order.fullName}, ${order.reference}`}
        renderCells={(order) => (
          <>
            <th scope="row" className="min-w-40 leading-tight">
              <span className="wrap-anywhere">{order.fullName}</span>
              {order.isSuspect && (
                <>
                  {' '}
                  <Badge tone="red">Suspect</Badge>
                </>
              )}
              <br />
              <span className="font-normal text-ink-muted wrap-anywhere">
                {order.company ? `${order.email}, ${order.company}` : order.email}
              </span>
            </th>
            <td className="min-w-32">{order.serviceType}</td>
            <td data-end className="whitespace-nowrap">
              {budgetLabel(order.estimatedBudget)}
            </td>
            <td data-end>
              <DateText iso={order.createdAt} />
            </td>
            <td>
              <StatusSelect
                label={`Status of ${order.fullName}, ${order.reference}`}
                status={order.status}
                options={statusOptionsOf(order.status)}
                toneOf={toneOfStatus}
                onChange={(status) => void orders.changeStatus(order, order.fullName, status)}
              />
            </td>
            <td data-end>
              <button
                type="button"
                data-row-stop
                aria-label={`View order ${order.reference} of ${order.fullName}`}
                onClick={() => orders.open(order.id)}
                className="admin-button admin-button-secondary"
              >
                <Eye aria-hidden className="size-4" />
                View
              </button>
            </td>
          </>
        )}
      />
      {orders.openedId !== '' && (
        <OrderDialog
          key={orders.openedId}
          id={orders.openedId}
          onClose={orders.close}
          onChanged={orders.replaceRow}
        />
      )}
    </>
  );
}
