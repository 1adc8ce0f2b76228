import { data, redirect } from 'react-router';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { ContactPage } from '#app/site/contact/contact-page.tsx';
import { CONTACT_MESSAGES } from '#app/site/contact/messages.ts';
import { privateMeta, usePageTitle } from '#app/site/lib/page-meta.ts';
import { type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { ORDER_RECEIVED_MESSAGES } from '#app/site/order/messages.ts';
import { OrderReceived } from '#app/site/order/order-received.tsx';
import { UnreadEnquiry } from '#app/site/track/notice-page.tsx';
import { getPageCopy, loadMinute, loadOr, pageData } from '#server/http/pages/route-context.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { sentPath, trackingPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/track-sent.ts';

const THANKED_MS = 24 * 60 * 60 * 1_000;

/** The thanks for a form without scripts, until something else happens. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params;
  const failure = 'Error fetching what was sent:';
  const { value: enquiry, hasFailed } = await loadOr(context, failure, null, (ctx) =>
    readTracking(ctx, token),
  );
  if (hasFailed) return pageData(null, hasFailed);
  if (!enquiry) throw data(null, { status: 404 });
  const [sent, ...others] = enquiry.items;
  const leftOutFiles = others.flatMap((item) => item.leftOutFiles.map(({ name }) => name));
  const isNew = others.every(({ body, files }) => body === '' && files.length === 0);
  const isThanked = sent && isNew && Date.now() - Date.parse(sent.at) < THANKED_MS;
  if (!isThanked) throw redirect(trackingPath(token));
  const { kind, reference, status, statusAt } = enquiry;
  const sentForm = {
    copy: getPageCopy(context, 'page/contact'),
    steps: getPageCopy(context, 'page/order').nextSteps,
    kind,
    reference,
    promisedAt: status === 'due' || status === 'late' ? statusAt : null,
    renderedAt: loadMinute(context),
    leftOutFiles,
  };
  return pageData(sentForm, hasFailed);
}

export function meta() {
  return privateMeta();
}

export default function TrackSentRoute({ loaderData, params }: Route.ComponentProps) {
  const ownPage = trackingPath(params.token);
  const isMessage = loaderData?.kind === 'message';
  const copy: PageCopy<'page/contact'> = loaderData?.copy ?? CONTACT_MESSAGES;
  const { title: ownTitle, heading } = useCopy(copy);
  const title = usePageTitle(isMessage ? ownTitle || heading : ORDER_RECEIVED_MESSAGES.title);
  if (!loaderData) return <UnreadEnquiry path={sentPath(ownPage)} />;
  const { reference, renderedAt, steps, leftOutFiles } = loaderData;
  const promisedAt = loaderData.promisedAt === null ? null : new Date(loaderData.promisedAt);
  if (isMessage) {
    return (
      <RenderedAt value={renderedAt}>
        <ContactPage rejected={undefined} {...{ copy, title, reference, promisedAt, ownPage }} />
      </RenderedAt>
    );
  }
  return (
    <RenderedAt value={renderedAt}>
      <title>{title}</title>
      <OrderReceived {...{ steps, reference, promisedAt, ownPage, leftOutFiles }} />
    </RenderedAt>
  );
}
