import { DeadlineLine } from '#app/components/office-hours/deadline-line.tsx';
import type { RejectedForm } from '#shared/forms/values.ts';
import type { OrderEntries } from '#shared/orders/values.ts';
import { ReplyDrawing } from './reply-drawing.tsx';
import { ORDER_PAGE_MESSAGES } from './messages.ts';
import { OrderForm } from './order-form.tsx';
import { OrderReceived } from './order-received.tsx';

type Props = {
  title: string;
  reference: string | null;
  rejected: RejectedForm<OrderEntries> | undefined;
  promisedAt: Date | null;
};

export function OrderPage({ title, reference, rejected, promisedAt }: Props) {
  if (reference !== null) {
    return (
      <>
        <title>{title}</title>
        <OrderReceived reference={reference} promisedAt={promisedAt} />
      </>
    );
  }
  return (
    <>
      <header className="content-width flex items-end justify-between gap-16 pt-12 pb-8 lg:pt-20 lg:pb-0">
        <div>
          <h1 className="text-4xl">{ORDER_PAGE_MESSAGES.heading}</h1>
          <p className="mt-4 max-w-text text-lg text-ink-muted">{ORDER_PAGE_MESSAGES.intro}</p>
          <DeadlineLine className="mt-4" />
        </div>
        <ReplyDrawing className="w-96 shrink-0 max-lg:hidden" />
      </header>
      <OrderForm title={title} rejected={rejected} />
    </>
  );
}
