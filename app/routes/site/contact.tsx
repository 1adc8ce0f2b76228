import { data, redirect, useLocation } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { PageData } from '#app/site/layout/page-data.tsx';
import { ContactPage } from '#app/site/contact/contact-page.tsx';
import { CONTACT_PATH, sentReference, sentUrl } from '#app/site/contact/contact-url.ts';
import { CONTACT_MESSAGES } from '#app/site/contact/messages.ts';
import { fillLasting, type PageCopy, toPageMeta } from '#app/site/lib/page-copy.ts';
import { type PromiseData, promisedAtOf, promiseWithout } from '#app/site/lib/promise.ts';
import { formMeta, type Site, usePageTitle } from '#app/site/lib/page-meta.ts';
import { officeData } from '#app/site/lib/structured-data.ts';
import { submitMessageForm } from '#server/forms/form-data.ts';
import { promiseData, services, thankOnly } from '#server/http/pages/route-context.ts';
import { findMessageDeadline, isRecentMessage } from '#server/services/messages/index.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { sentPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/contact.ts';

export { shouldRevalidate } from '#app/site/lib/promise.ts';

export const middleware = [thankOnly('sent', isRecentMessage)];

export function loader({ request, context }: Route.LoaderArgs) {
  return promiseData({ request, context }, 'page/contact', 'sent', findMessageDeadline);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitMessageForm(services(context), request);
  if (outcome.isAccepted) {
    const { id, trackingPath } = outcome;
    return redirect(trackingPath ? sentPath(trackingPath) : sentUrl(id), 303);
  }
  return data(outcome.rejected, { status: outcome.status });
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const page = toPageMeta(loaderData?.copy, CONTACT_PATH, { matches });
  return formMeta(page, { matches }, new URLSearchParams(location.search).has('sent'));
}

export default function ContactRoute({ actionData, loaderData }: Route.ComponentProps) {
  return <Contact copy={loaderData.copy} promise={loaderData} rejected={actionData} />;
}

/** The form works offline and keeps its entries. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const copy = { heading: CONTACT_MESSAGES.heading };
  return <Contact copy={copy} promise={promiseWithout(error)} rejected={undefined} />;
}

type Props = {
  copy: PageCopy<'page/contact'>;
  promise: PromiseData;
  rejected: Route.ComponentProps['actionData'];
};

function Contact({ copy, promise, rejected }: Props) {
  const { search, state } = useLocation();
  const { settings } = useSiteSettings();
  const { officeHours } = settings;
  const lasting = fillLasting(copy, settings);
  return (
    <RenderedAt value={promise.renderedAt}>
      <ContactPage
        copy={copy}
        title={usePageTitle(lasting.title || lasting.heading)}
        reference={sentReference(search, settings.company.messagePrefix)}
        rejected={rejected}
        promisedAt={promisedAtOf(promise, state, officeHours)}
      />
      <PageData
        steps={[{ name: lasting.heading, path: CONTACT_PATH }]}
        subject={(site) => contactData(lasting, site, officeHours)}
      />
    </RenderedAt>
  );
}

function contactData(copy: PageCopy<'page/contact'>, site: Site, hours: OfficeHours) {
  const { heading: name, description } = copy;
  return {
    '@type': 'ContactPage',
    name,
    ...(description && { description }),
    mainEntity: officeData(site, hours),
  };
}
