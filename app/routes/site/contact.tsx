import { data, redirect, useLocation } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { ContactPage } from '#app/site/contact/contact-page.tsx';
import { CONTACT_PATH, isSentUrl, SENT_URL } from '#app/site/contact/contact-url.ts';
import { CONTACT_MESSAGES } from '#app/site/contact/messages.ts';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { breadcrumbData } from '#app/site/lib/structured-data.ts';
import { submitMessageForm } from '#server/http/pages/form-data.ts';
import { services } from '#server/route-context.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/contact.ts';

const TITLE = `${CONTACT_MESSAGES.heading} | ${COMPANY.name}`;

/** Takes the form as it is sent without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitMessageForm(services(context), request);
  if (outcome.isAccepted) return redirect(SENT_URL, 303);
  return data(outcome.rejected, { status: outcome.status });
}

/** Without the title, which changes with the form's errors and is part of the page. */
export function meta({ location, matches }: Route.MetaArgs) {
  const tags = pageMeta({
    title: TITLE,
    description: CONTACT_MESSAGES.description,
    keywords: CONTACT_MESSAGES.keywords,
    path: CONTACT_PATH,
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/contact.png', alt: CONTACT_MESSAGES.heading },
  }).filter((tag) => !('title' in tag));
  return isSentUrl(location.search) ? [...tags, { name: 'robots', content: 'noindex' }] : tags;
}

export default function ContactRoute({ actionData, matches }: Route.ComponentProps) {
  const { search } = useLocation();
  const publicUrl = publicUrlOf(matches);
  return (
    <>
      <ContactPage title={TITLE} isSent={isSentUrl(search)} rejected={actionData} />
      <StructuredData
        data={[
          contactData(publicUrl),
          breadcrumbData(publicUrl, [{ name: CONTACT_MESSAGES.heading, path: CONTACT_PATH }]),
        ]}
      />
    </>
  );
}

function contactData(publicUrl: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ContactPage',
    name: CONTACT_MESSAGES.heading,
    url: `${publicUrl}${CONTACT_PATH}`,
    description: CONTACT_MESSAGES.description,
    mainEntity: {
      '@type': 'Organization',
      name: COMPANY.name,
      url: publicUrl,
      email: COMPANY.email,
      telephone: COMPANY.phone,
      address: {
        '@type': 'PostalAddress',
        streetAddress: COMPANY.address,
        addressLocality: COMPANY.city,
        addressCountry: 'TR',
      },
      openingHoursSpecification: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '18:00',
      },
    },
  };
}
