import { type ReactNode, useEffect, useRef } from 'react';
import { DeadlineLine } from '#app/components/office-hours/deadline-line.tsx';
import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import { useCompany, useSiteSettings } from '#app/components/live-settings.tsx';
import { type PageCopy, useCopy } from '#app/site/lib/page-copy.ts';
import { linkedNetworks, SocialLinks } from '#app/site/layout/social-links.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import type { Company } from '#shared/company/values.ts';
import type { RejectedForm } from '#shared/forms/values.ts';
import { formatOfficeHours, formatResponse } from '#shared/office-hours/sentences.ts';
import type { MessageEntries } from '#shared/messages/values.ts';
import { SOCIAL_NETWORKS, type SocialNetwork } from '#shared/site-settings/values.ts';
import { AnkaraMap } from './ankara-map.tsx';
import { MessageForm } from './message-form.tsx';
import { MessageSent } from './message-sent.tsx';
import { CONTACT_MESSAGES, MAP_MESSAGES } from './messages.ts';

const FOLLOWED: readonly SocialNetwork[] = ['linkedin', 'twitter', 'github'];
const SHOWN_NETWORKS = 3;

type Props = {
  copy: PageCopy<'page/contact'>;
  title: string;
  reference: string | null;
  rejected: RejectedForm<MessageEntries> | undefined;
  promisedAt: Date | null;
  ownPage?: string;
};

export function ContactPage(props: Props) {
  const { title, reference, rejected, promisedAt, ownPage } = props;
  const copy = useCopy(props.copy);
  const { state, within } = useResponseTime();
  const promise = state === 'open' ? `${formatResponse(within)}.` : '';
  const hint = [copy.formHint, promise].filter(Boolean).join(' ');
  const isSent = reference !== null;
  const wasSent = useRef(isSent);

  useEffect(() => {
    if (wasSent.current && !isSent) document.getElementById('name')?.focus();
    wasSent.current = isSent;
  }, [isSent]);

  return (
    <>
      {isSent && <title>{title}</title>}
      <header className="content-width pt-12 lg:pt-20">
        <h1 className="text-4xl">{copy.heading}</h1>
        {copy.lead && <p className="mt-4 max-w-text text-lg text-ink-muted">{copy.lead}</p>}
      </header>
      <div className="content-width grid gap-x-16 gap-y-10 pt-8 pb-16 lg:grid-cols-[minmax(0,1fr)_20rem] lg:pt-12 lg:pb-24">
        <section aria-labelledby="message-title" className="card p-4 xs:p-5 sm:p-8">
          <h2 id="message-title" className="text-2xl">
            {CONTACT_MESSAGES.formHeading}
          </h2>
          {isSent ? (
            <div className="mt-6">
              <MessageSent
                steps={props.copy.afterSending ?? []}
                {...{ reference, promisedAt, ownPage }}
              />
            </div>
          ) : (
            <>
              <p className="mt-2 max-w-text text-ink-muted empty:hidden">{hint}</p>
              <DeadlineLine className="mt-2 mb-6" />
              <MessageForm title={title} rejected={rejected} privacyNote={copy.privacyNote} />
            </>
          )}
        </section>
        <div className="grid gap-8 lg:grid-rows-[auto_1fr]">
          <ContactInformation />
          <FollowUs />
        </div>
      </div>
      <FindUs copy={copy} />
    </>
  );
}

// Large enough to touch, without taller rows.
const linkClass = 'link -my-2.5 inline-flex min-h-11 items-center';

function ContactInformation() {
  const company = useCompany();
  const { settings } = useSiteSettings();
  return (
    <section aria-labelledby="information-title" className="card divide-y divide-line px-4 xs:px-6">
      <h2 id="information-title" className="py-4 text-xl">
        {CONTACT_MESSAGES.information}
      </h2>
      <dl className="divide-y divide-line">
        {company.email && (
          <Row term={CONTACT_MESSAGES.email}>
            <a href={`mailto:${company.email}`} className={linkClass}>
              {company.email}
            </a>
          </Row>
        )}
        {company.phone && (
          <Row term={CONTACT_MESSAGES.phone}>
            <a href={company.phoneHref} className={`${linkClass} xs:whitespace-nowrap`}>
              {company.phone}
            </a>
          </Row>
        )}
        {company.whatsappUrl && (
          <Row term={CONTACT_MESSAGES.whatsapp}>
            <a href={company.whatsappUrl} className={`${linkClass} xs:whitespace-nowrap`}>
              {company.whatsapp}
            </a>
          </Row>
        )}
        <Row term={CONTACT_MESSAGES.officeHours}>{formatOfficeHours(settings.officeHours)}</Row>
        {company.location && <Row term={CONTACT_MESSAGES.location}>{company.location}</Row>}
      </dl>
    </section>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="py-3.5">
      <dt className="text-sm text-ink-muted">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function FollowUs() {
  const { settings } = useSiteSettings();
  const byRank = [...new Set([...FOLLOWED, ...SOCIAL_NETWORKS])];
  const shown = linkedNetworks(settings.socialLinks, byRank).slice(0, SHOWN_NETWORKS);
  if (shown.length + settings.company.links.length === 0) return null;
  return (
    <section aria-labelledby="follow-title" className="card p-4 xs:p-6">
      <h2 id="follow-title" className="mb-4 text-xl">
        {CONTACT_MESSAGES.follow}
      </h2>
      <SocialLinks links={settings.socialLinks} networks={shown} />
    </section>
  );
}

function FindUs({ copy }: { copy: PageCopy<'page/contact'> }) {
  const company = useCompany();
  const { visitHint, directions = [], showMap } = copy;
  const mapUrl = getMapUrl(company);
  const hasText = company.address || visitHint || directions.length > 0;
  if (!showMap && !mapUrl && !hasText) return null;
  return (
    <section
      aria-labelledby="directions-title"
      className="border-t border-line bg-surface-sunken py-16 lg:py-24"
    >
      <div
        className={`content-width grid items-start gap-x-16 gap-y-8 ${showMap ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : ''}`}
      >
        {showMap && (
          <div className="min-w-0">
            <AnkaraMap />
          </div>
        )}
        <div className={showMap ? 'lg:order-first lg:col-start-2 lg:row-start-1' : ''}>
          <h2 id="directions-title" className="text-2xl">
            {CONTACT_MESSAGES.directionsHeading}
          </h2>
          {company.address && <p className="mt-3 font-medium">{company.address}</p>}
          {!showMap && mapUrl && (
            <a href={mapUrl} target="_blank" rel="noopener noreferrer" className={linkClass}>
              {MAP_MESSAGES.open}
              <span className="sr-only">{LAYOUT_MESSAGES.newTab}</span>
            </a>
          )}
          {visitHint && <p className="mt-2 text-ink-muted">{visitHint}</p>}
          {directions.length > 0 && (
            <dl className="mt-6 grid max-w-text gap-4">
              {directions.map(({ by, text }) => (
                <div key={by}>
                  <dt className="font-medium">{by}</dt>
                  <dd className="text-ink-muted">{text}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
    </section>
  );
}

function getMapUrl({ latitude, longitude }: Company): string | null {
  if (latitude === null || longitude === null) return null;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
