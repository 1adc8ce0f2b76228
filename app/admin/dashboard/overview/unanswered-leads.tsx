import { Inbox, Mail, ShoppingCart } from 'lucide-react';
import { Link } from 'react-router';
import { useOrderOptions } from '#app/admin/data/order-options.tsx';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { DueState } from '#app/admin/ui/due/due-state.tsx';
import { EmptyState } from '#app/admin/ui/list.tsx';
import { OfficeMoment, RelativeTime } from '#app/admin/ui/time.tsx';
import { enquiryTitle } from '#shared/conversations/messages.ts';
import type { UnansweredLead, UnansweredLeads as Leads } from '#shared/dashboard/admin-schema.ts';
import { UNANSWERED_ROWS } from '#shared/dashboard/values.ts';
import { messageStatusLabel } from '#shared/messages/values.ts';
import { labelOf } from '#shared/forms/values.ts';
import { type OrderOptions, orderStatusLabel } from '#shared/orders/values.ts';
import { UNANSWERED_MESSAGES as messages } from './messages.ts';
import { Panel } from './panel.tsx';

export function UnansweredLeads() {
  const leads = useApiQuery<Leads>('dashboard/unanswered');
  return (
    <Panel title={messages.title} query={leads} lines={UNANSWERED_ROWS}>
      {({ items, total, overdue, oldestSince, trend }) =>
        items.length === 0 ? (
          <>
            <Trend trend={trend} />
            <EmptyState icon={Inbox} title={messages.empty} text={messages.emptyHint}>
              <ButtonLink to="/admin/orders" variant="primary">
                {messages.orders}
              </ButtonLink>
              <ButtonLink to="/admin/messages">{messages.messages}</ButtonLink>
            </EmptyState>
          </>
        ) : (
          <>
            <p className="text-ink-muted tabular-nums">
              {messages.counted(total, overdue)}
              {oldestSince && (
                <>
                  {messages.oldest}
                  <RelativeTime iso={oldestSince} />
                </>
              )}
            </p>
            <Trend trend={trend} />
            <ul className="grid border-t border-line">
              {items.map((lead) => (
                <li key={lead.id} className="border-b border-line">
                  <UnansweredRow lead={lead} />
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/admin/queue" variant="primary">
                {messages.queue}
              </ButtonLink>
              <ButtonLink to="/admin/orders?status=new">{messages.newOrders}</ButtonLink>
              <ButtonLink to="/admin/messages?status=new">{messages.newMessages}</ButtonLink>
            </div>
          </>
        )
      }
    </Panel>
  );
}

function describe(lead: UnansweredLead, { budgets }: OrderOptions): string {
  const { kind, serviceType, estimatedBudget, status } = lead;
  if (kind === 'message') return messageStatusLabel(status);
  const budget = labelOf(budgets, estimatedBudget ?? '');
  return [orderStatusLabel(status), serviceType, budget].filter(Boolean).join(', ');
}

function UnansweredRow({ lead }: { lead: UnansweredLead }) {
  const { kind, id, createdAt, dueAt, alertLevel } = lead;
  const options = useOrderOptions();
  const Icon = kind === 'order' ? ShoppingCart : Mail;
  return (
    <Link
      to={`/admin/queue?${kind}=${id}`}
      className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-1 py-1.5 outline-offset-[-2px] hover:bg-surface-sunken sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon aria-hidden className="size-4 text-ink-muted" />
      <span>
        <span className="block font-medium">{enquiryTitle(lead)}</span>
        <span className="block text-ink-muted">
          {describe(lead, options)}, <RelativeTime iso={createdAt} />
        </span>
      </span>
      <span className="text-ink-muted max-sm:col-start-2 sm:text-end">
        <DueState dueAt={dueAt} alertLevel={alertLevel} />
        <span className="block">
          <OfficeMoment iso={dueAt} />
        </span>
      </span>
    </Link>
  );
}

function Trend({ trend: { due, inTime, dueBefore, inTimeBefore } }: { trend: Leads['trend'] }) {
  if (due === 0) return null;
  const before = dueBefore === 0 ? null : inTimeBefore / dueBefore;
  return <p className="text-ink-muted tabular-nums">{messages.trend(inTime / due, before)}</p>;
}
