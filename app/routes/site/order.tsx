import { data, redirect, useLocation } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { PageData } from '#app/site/layout/page-data.tsx';
import { type PromiseData, promisedAtOf, promiseWithout } from '#app/site/lib/promise.ts';
import { formMeta, getOfficeHours, usePageTitle } from '#app/site/lib/page-meta.ts';
import { ORDER_PAGE_MESSAGES, ORDER_RECEIVED_MESSAGES } from '#app/site/order/messages.ts';
import { OrderPage } from '#app/site/order/order-page.tsx';
import { ORDER_PATH, receivedReference, receivedUrl } from '#app/site/order/order-url.ts';
import { submitOrderForm } from '#server/forms/form-data.ts';
import { promiseData, services, thankOnly } from '#server/http/pages/route-context.ts';
import { findOrderDeadline, isRecentOrder } from '#server/services/orders/index.ts';
import { formatLastingWithin } from '#shared/office-hours/sentences.ts';
import { sentPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/order.ts';

export { shouldRevalidate } from '#app/site/lib/promise.ts';

export const middleware = [thankOnly('submitted', isRecentOrder)];

export function loader({ request, context }: Route.LoaderArgs) {
  return promiseData({ request, context }, 'submitted', findOrderDeadline);
}

function headingOf(reference: string | null): string {
  return reference === null ? ORDER_PAGE_MESSAGES.heading : ORDER_RECEIVED_MESSAGES.title;
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitOrderForm(services(context), request);
  if (outcome.isAccepted) {
    const { reference, trackingPath } = outcome;
    return redirect(trackingPath ? sentPath(trackingPath) : receivedUrl(reference), 303);
  }
  return data(outcome.rejected, { status: outcome.status });
}

export function meta({ location, matches }: Route.MetaArgs) {
  const reference = receivedReference(location.search);
  const page = {
    ...ORDER_PAGE_MESSAGES,
    heading: headingOf(reference),
    description: ORDER_PAGE_MESSAGES.description(formatLastingWithin(getOfficeHours(matches))),
    path: ORDER_PATH,
  } as const;
  return formMeta(page, { matches }, reference !== null);
}

export default function OrderRoute({ actionData, loaderData }: Route.ComponentProps) {
  return <Order promise={loaderData} rejected={actionData} />;
}

/** The form works offline and keeps its entries. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Order promise={promiseWithout(error)} rejected={undefined} />;
}

type Props = { promise: PromiseData; rejected: Route.ComponentProps['actionData'] };

function Order({ promise, rejected }: Props) {
  const { search, state } = useLocation();
  const { settings } = useSiteSettings();
  const reference = receivedReference(search);
  return (
    <RenderedAt value={promise.renderedAt}>
      <OrderPage
        title={usePageTitle(headingOf(reference))}
        reference={reference}
        promisedAt={promisedAtOf(promise, state, settings.officeHours)}
        rejected={rejected}
      />
      <PageData steps={[{ name: ORDER_PAGE_MESSAGES.heading, path: ORDER_PATH }]} />
    </RenderedAt>
  );
}
