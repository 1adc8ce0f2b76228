import { data, redirect, useLocation } from 'react-router';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { RenderedAt } from '#app/components/office-hours/use-response-time.ts';
import { PageData } from '#app/site/layout/page-data.tsx';
import { ContactPage } from '#app/site/contact/contact-page.tsx';
import { CONTACT_PATH, sentReference, sentUrl } from '#app/site/contact/contact-url.ts';
import { CONTACT_MESSAGES } from '#app/site/contact/messages.ts';
import { type PromiseData, promisedAtOf, promiseWithout } from '#app/site/lib/promise.ts';
import {
  formMeta,
  getSite,
  getOfficeHours,
  type Site,
  usePageTitle,
} from '#app/site/lib/page-meta.ts';
import { officeData } from '#app/site/lib/structured-data.ts';
import { submitMessageForm } from '#server/forms/form-data.ts';
import { promiseData, services, thankOnly } from '#server/http/pages/route-context.ts';
import { findMessageDeadline, isRecentMessage } from '#server/services/messages/index.ts';
import type { Company } from '#shared/company/values.ts';
import { formatLastingWithin, formatOfficeHours } from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { sentPath } from '#shared/tracking/values.ts';
import type { Route } from './+types/contact.ts';

export { shouldRevalidate } from '#app/site/lib/promise.ts';

export const middleware = [thankOnly('sent', isRecentMessage)];

export function loader({ request, context }: Route.LoaderArgs) {
  return promiseData({ request, context }, 'sent', findMessageDeadline);
}

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitMessageForm(services(context), request);
  if (outcome.isAccepted) {
    const { id, trackingPath } = outcome;
    return redirect(trackingPath ? sentPath(trackingPath) : sentUrl(id), 303);
  }
  return data(outcome.rejected, { status: outcome.status });
}

export function meta({ location, matches }: Route.MetaArgs) {
  const page = {
    ...CONTACT_MESSAGES,
    description: describeContact(getSite(matches).company, getOfficeHours(matches)),
    path: CONTACT_PATH,
  } as const;
  return formMeta(page, { matches }, sentReference(location.search) !== null);
}

export default function ContactRoute({ actionData, loaderData }: Route.ComponentProps) {
  return <Contact promise={loaderData} rejected={actionData} />;
}

/** The form works offline and keeps its entries. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Contact promise={promiseWithout(error)} rejected={undefined} />;
}

type Props = { promise: PromiseData; rejected: Route.ComponentProps['actionData'] };

function Contact({ promise, rejected }: Props) {
  const { search, state } = useLocation();
  const { officeHours } = useSiteSettings().settings;
  return (
    <RenderedAt value={promise.renderedAt}>
      <ContactPage
        title={usePageTitle(CONTACT_MESSAGES.heading)}
        reference={sentReference(search)}
        rejected={rejected}
        promisedAt={promisedAtOf(promise, state, officeHours)}
      />
      <PageData
        steps={[{ name: CONTACT_MESSAGES.heading, path: CONTACT_PATH }]}
        subject={(site) => contactData(site, officeHours)}
      />
    </RenderedAt>
  );
}

function describeContact({ city }: Company, hours: OfficeHours): string {
  return CONTACT_MESSAGES.description(city, formatOfficeHours(hours), formatLastingWithin(hours));
}

function contactData(site: Site, hours: OfficeHours) {
  return {
    '@type': 'ContactPage',
    name: CONTACT_MESSAGES.heading,
    description: describeContact(site.company, hours),
    mainEntity: officeData(site, hours),
  };
}
