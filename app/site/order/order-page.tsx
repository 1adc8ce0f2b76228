import { DeadlineLine } from '#app/components/office-hours/deadline-line.tsx';
import type { RejectedForm } from '#shared/forms/values.ts';
import type { OrderEntries, OrderOptions } from '#shared/orders/values.ts';
import { type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { ReplyDrawing } from './reply-drawing.tsx';
import { OrderForm } from './order-form.tsx';
import { OrderReceived } from './order-received.tsx';

type Props = {
  copy: PageCopy<'page/order'>;
  title: string;
  reference: string | null;
  options: OrderOptions;
  rejected: RejectedForm<OrderEntries> | undefined;
  promisedAt: Date | null;
};

export function OrderPage({ copy, title, reference, options, rejected, promisedAt }: Props) {
  const filled = useCopy(copy);
  if (reference !== null) {
    return (
      <>
        <title>{title}</title>
        <OrderReceived steps={copy.nextSteps} {...{ reference, promisedAt }} />
      </>
    );
  }
  return (
    <>
      <header className="content-width flex items-end justify-between gap-16 pt-12 pb-8 lg:pt-20 lg:pb-0">
        <div>
          <h1 className="text-4xl">{filled.heading}</h1>
          {filled.lead && <p className="mt-4 max-w-text text-lg text-ink-muted">{filled.lead}</p>}
          <DeadlineLine className="mt-4" />
        </div>
        <ReplyDrawing className="w-96 shrink-0 max-lg:hidden" />
      </header>
      <OrderForm copy={filled} title={title} options={options} rejected={rejected} />
    </>
  );
}
