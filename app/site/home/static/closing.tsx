import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { Company } from '#shared/company/values.ts';
import type { HomeContent } from '#shared/site-content/home.ts';
import type { TeamMember } from '#shared/team-members/schema.ts';
import { Portrait } from './portrait.tsx';
import { getHeadingId, SectionHeading } from './section-heading.tsx';

type Props = {
  company: Company;
  home: HomeContent;
  members: readonly TeamMember[];
  orderLabel: string;
  response: string;
};

export function Closing({ company, home, members, orderLabel, response }: Props) {
  const { closingHeading, closingText, closingButton, emailLead, teamHeading } = home;
  if (!closingHeading && !closingText && members.length === 0) return null;
  return (
    <section
      aria-labelledby={getHeadingId('closing', closingHeading)}
      className="relative isolate overflow-hidden night bg-surface text-ink"
    >
      <div
        aria-hidden="true"
        className="absolute inset-y-0 end-0 -z-10 w-2/3 opacity-60 [mask-image:linear-gradient(to_left,#000,transparent)]"
      >
        <EightPointGrid />
      </div>
      <div className="content-width section-space-tight grid gap-x-20 gap-y-8 lg:grid-cols-[7fr_5fr]">
        <div className="grid content-start gap-5">
          <SectionHeading id="closing" heading={closingHeading} className="text-4xl" />
          {closingText && <p className="max-w-[46ch] text-ink-muted sm:text-lg">{closingText}</p>}
          <div className="flex flex-wrap gap-3 lg:mt-2">
            <SiteLink to="/order" className="button button-primary px-7">
              {orderLabel}
            </SiteLink>
            {closingButton && (
              <SiteLink to="/contact" className="button button-secondary bg-surface">
                {closingButton}
              </SiteLink>
            )}
          </div>
          <p className="flex flex-wrap items-center gap-x-6 text-ink-muted">
            {company.email && (
              <span>
                {emailLead}{' '}
                <a href={`mailto:${company.email}`} className="link inline-block py-2.5">
                  {company.email}
                </a>
              </span>
            )}
            <span>{response}</span>
          </p>
        </div>
        <div>
          <Team members={members} heading={teamHeading} />
        </div>
      </div>
    </section>
  );
}

function Team({ members, heading }: Pick<Props, 'members'> & { heading: string }) {
  if (members.length === 0) return null;
  return (
    <div id="team" className="grid gap-4 border-line lg:content-center lg:border-s lg:ps-12">
      {heading && <h3 className="text-lg">{heading}</h3>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-4 lg:gap-6">
        {members.map(({ id, name, role, photoUrl }) => (
          <li key={id} className="flex items-center gap-4">
            {/* The portraits have light backgrounds. */}
            <Portrait
              name={name}
              url={photoUrl}
              className="size-14 bg-line lg:size-20 [&_img]:scheme-light"
            />
            <div>
              <p className="font-semibold">{name}</p>
              <p className="text-sm text-ink-muted">{role}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
