import { data, redirect, useLocation } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { breadcrumbData } from '#app/site/lib/structured-data.ts';
import { ORDER_PAGE_MESSAGES, ORDER_RECEIVED_MESSAGES } from '#app/site/order/messages.ts';
import { OrderPage } from '#app/site/order/order-page.tsx';
import { ORDER_PATH, receivedReference, receivedUrl } from '#app/site/order/order-url.ts';
import { submitOrderForm } from '#server/http/pages/form-data.ts';
import { services } from '#server/route-context.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/order.ts';

function titleOf(reference: string | null): string {
  return `${reference === null ? ORDER_PAGE_MESSAGES.heading : ORDER_RECEIVED_MESSAGES.title} | ${COMPANY.name}`;
}

/** Takes the form as it is sent without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitOrderForm(services(context), request);
  if (outcome.isAccepted) return redirect(receivedUrl(outcome.reference), 303);
  return data(outcome.rejected, { status: outcome.status });
}

/** Without the title, which changes with the form's errors and is part of the page. */
export function meta({ location, matches }: Route.MetaArgs) {
  const reference = receivedReference(location.search);
  const tags = pageMeta({
    title: titleOf(reference),
    description: ORDER_PAGE_MESSAGES.description,
    keywords: ORDER_PAGE_MESSAGES.keywords,
    path: ORDER_PATH,
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/order.png', alt: ORDER_PAGE_MESSAGES.heading },
  }).filter((tag) => !('title' in tag));
  return reference === null ? tags : [...tags, { name: 'robots', content: 'noindex' }];
}

export default function OrderRoute({ actionData, matches }: Route.ComponentProps) {
  const { search } = useLocation();
  const reference = receivedReference(search);
  return (
    <>
      <OrderPage title={titleOf(reference)} reference={reference} rejected={actionData} />
      <StructuredData
        data={breadcrumbData(publicUrlOf(matches), [
          { name: ORDER_PAGE_MESSAGES.heading, path: ORDER_PATH },
        ])}
      />
    </>
  );
}
