import { useEffect } from 'react';
import { data, redirect, useLocation } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { ErrorNotice } from '#app/site/layout/fallbacks/error-page.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { type PromiseData, promisedAtOf, promiseWithout } from '#app/site/lib/promise.ts';
import { formMeta, usePageTitle } from '#app/site/lib/page-meta.ts';
import { fillLasting, type PageCopy, toPageMeta } from '#app/site/lib/page-copy.ts';
import { ORDER_PAGE_MESSAGES, ORDER_RECEIVED_MESSAGES } from '#app/site/order/messages.ts';
import { OrderPage } from '#app/site/order/order-page.tsx';
import { ORDER_PATH, receivedReference, receivedUrl } from '#app/site/order/order-url.ts';
import { submitOrderForm } from '#server/forms/form-data.ts';
import { pageContext, promiseData, services, thankOnly } from '#server/http/pages/route-context.ts';
import { findOrderDeadline, isRecentOrder } from '#server/services/orders/index.ts';
import { listOffered, type OrderOptions } from '#shared/orders/values.ts';
import { sentPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/order.ts';

export { shouldRevalidate } from '#app/site/lib/promise.ts';

export const middleware = [thankOnly('submitted', isRecentOrder)];

export async function loader({ request, context }: Route.LoaderArgs) {
  const options = listOffered(context.get(pageContext).content['order-options']);
  const promise = await promiseData(
    { request, context },
    'page/order',
    'submitted',
    findOrderDeadline,
  );
  return { ...promise, options };
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitOrderForm(services(context), request);
  if (outcome.isAccepted) {
    const { reference, trackingPath } = outcome;
    return redirect(trackingPath ? sentPath(trackingPath) : receivedUrl(reference), 303);
  }
  return data(outcome.rejected, { status: outcome.status });
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const isReceived = receivedReference(location.search) !== null;
  const page = toPageMeta(loaderData?.copy, ORDER_PATH, { matches });
  const thanks = { ...page, heading: ORDER_RECEIVED_MESSAGES.title };
  return formMeta(isReceived ? thanks : page, { matches }, isReceived);
}

export default function OrderRoute({ actionData, loaderData }: Route.ComponentProps) {
  const { copy, options } = loaderData;
  return <Order copy={copy} options={options} promise={loaderData} rejected={actionData} />;
}

/** A form that was opened before works offline and keeps its entries. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const promise = promiseWithout(error);
  const options = loaderData?.options ?? lastOptions;
  if (!options) return <ErrorNotice error={error} />;
  const copy = { heading: ORDER_PAGE_MESSAGES.heading };
  return <Order copy={copy} options={options} promise={promise} rejected={undefined} />;
}

/** Options of the last visit in this browser tab, for when the page cannot be loaded. */
let lastOptions: OrderOptions | undefined;

type Props = {
  copy: PageCopy<'page/order'>;
  options: OrderOptions;
  promise: PromiseData;
  rejected: Route.ComponentProps['actionData'];
};

function Order({ copy, options, promise, rejected }: Props) {
  const { search, state } = useLocation();
  useEffect(() => {
    lastOptions = options;
  }, [options]);
  const { settings } = useSiteSettings();
  const reference = receivedReference(search);
  const { title, heading } = fillLasting(copy, settings);
  const shownTitle = reference === null ? title || heading : ORDER_RECEIVED_MESSAGES.title;
  return (
    <RenderedAt value={promise.renderedAt}>
      <OrderPage
        copy={copy}
        title={usePageTitle(shownTitle)}
        reference={reference}
        promisedAt={promisedAtOf(promise, state, settings.officeHours)}
        options={options}
        rejected={rejected}
      />
      <PageData steps={[{ name: heading, path: ORDER_PATH }]} />
    </RenderedAt>
  );
}
