import { data, redirect } from 'react-router';
import { ContactPage } from '#app/site/contact/contact-page.tsx';
import { CONTACT_MESSAGES } from '#app/site/contact/messages.ts';
import { pageTitle, privateMeta } from '#app/site/lib/page-meta.ts';
import { ORDER_RECEIVED_MESSAGES } from '#app/site/order/messages.ts';
import { OrderReceived } from '#app/site/order/order-received.tsx';
import { UnreadEnquiry } from '#app/site/track/notice-page.tsx';
import { loadOr, pageContext, pageData } from '#server/route-context.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { upcomingHours } from '#shared/office-hours/upcoming.ts';
import { sentPath, trackingPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/track-sent.ts';

const THANKED_MS = 24 * 60 * 60 * 1_000;

/** Thanks for a form that was sent without scripts, as long as nothing else has happened; from then on its page says more. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params;
  const failure = 'Error fetching what was sent:';
  const { value: enquiry, hasFailed } = await loadOr(context, failure, null, (ctx) =>
    readTracking(ctx, token),
  );
  if (hasFailed) return pageData(null, hasFailed);
  if (!enquiry) throw data(null, { status: 404 });
  const [sent, ...others] = enquiry.items;
  const isThanked = sent && others.length === 0 && Date.now() - Date.parse(sent.at) < THANKED_MS;
  if (!isThanked) throw redirect(trackingPath(token));
  const { kind, reference, status, statusAt } = enquiry;
  const { officeHours } = context.get(pageContext).settings;
  const sentForm = {
    kind,
    reference,
    promisedAt: status === 'due' || status === 'late' ? statusAt : null,
    hours: upcomingHours(officeHours, new Date()),
  };
  return pageData(sentForm, hasFailed);
}

export function meta() {
  return privateMeta();
}

export default function TrackSentRoute({ loaderData, params }: Route.ComponentProps) {
  const ownPage = trackingPath(params.token);
  if (!loaderData) return <UnreadEnquiry path={sentPath(ownPage)} />;
  const { kind, reference, hours } = loaderData;
  const promisedAt = loaderData.promisedAt === null ? null : new Date(loaderData.promisedAt);
  if (kind === 'message') {
    const title = pageTitle(CONTACT_MESSAGES.heading);
    return (
      <ContactPage rejected={undefined} {...{ title, reference, hours, promisedAt, ownPage }} />
    );
  }
  return (
    <>
      <title>{pageTitle(ORDER_RECEIVED_MESSAGES.title)}</title>
      <OrderReceived {...{ reference, hours, promisedAt, ownPage }} />
    </>
  );
}
