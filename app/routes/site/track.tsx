import { randomUUID } from 'node:crypto';
import { data, redirect } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { missingPageMeta, privateMeta, usePageTitle } from '#app/site/lib/page-meta.ts';
import { NO_ENQUIRY, TRACK_MESSAGES, UNREAD_ENQUIRY } from '#app/site/track/messages.ts';
import { NoticePage, UnreadEnquiry } from '#app/site/track/notice-page.tsx';
import { TrackPage } from '#app/site/track/track-page.tsx';
import { submitTrackingForm } from '#server/forms/tracking-form.ts';
import { loadMinute, loadOr, pageData, services } from '#server/http/pages/route-context.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { LOST_LINK_PATH, type TrackingAction, trackingPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/track.ts';

const PLACES: Record<TrackingAction, string> = {
  write: '#latest',
  correct: '#details',
  email: '#details',
  withdraw: '#your-data',
  resume: '#your-data',
  erase: '#your-data',
  'erase-all': '#your-data',
  'export-all': '#your-data',
};

const FAILURE = 'Error fetching the page of an enquiry:';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { value: enquiry, hasFailed } = await loadOr(context, FAILURE, null, (ctx) =>
    readTracking(ctx, params.token),
  );
  const shown = { enquiry, hasFailed, formKey: randomUUID(), renderedAt: loadMinute(context) };
  if (!enquiry && !hasFailed) return data(shown, { status: 404 });
  return pageData(shown, hasFailed);
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const outcome = await submitTrackingForm(services(context), request, params.token);
  if (!outcome) return data(undefined, { status: 404 });
  if (outcome.isAccepted) return redirect(trackingPath(params.token) + PLACES[outcome.action], 303);
  return data(outcome.rejected, { status: outcome.status });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (loaderData?.enquiry) return privateMeta();
  const { title } = loaderData?.hasFailed ? UNREAD_ENQUIRY : NO_ENQUIRY;
  return missingPageMeta(title, { matches });
}

export default function TrackRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  const { enquiry, hasFailed, formKey, renderedAt } = loaderData;
  const { settings } = useSiteSettings();
  const title = usePageTitle(enquiry ? TRACK_MESSAGES.title : NO_ENQUIRY.title);
  if (hasFailed) return <UnreadEnquiry path={trackingPath(params.token)} />;
  if (!enquiry) {
    return (
      <NoticePage title={title} heading={NO_ENQUIRY.title} text={NO_ENQUIRY.text}>
        <SiteLink to={LOST_LINK_PATH} className="button button-primary">
          {NO_ENQUIRY.action}
        </SiteLink>
      </NoticePage>
    );
  }
  return (
    <RenderedAt value={renderedAt}>
      <TrackPage
        title={title}
        enquiry={enquiry}
        path={trackingPath(params.token)}
        formKey={formKey}
        hours={settings.officeHours}
        rejected={actionData}
      />
    </RenderedAt>
  );
}
