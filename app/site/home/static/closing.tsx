import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { Company } from '#shared/company/values.ts';
import { CLOSING, HOME_BUTTONS } from '#app/site/home/messages.ts';
import { TEAM_HEADING } from '#shared/team-members/messages.ts';
import type { TeamMember } from '#shared/team-members/schema.ts';
import { Portrait } from './portrait.tsx';

type Props = { company: Company; members: readonly TeamMember[]; response: string };

export function Closing({ company, members, response }: Props) {
  return (
    <section
      aria-labelledby="closing-heading"
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
          <h2 id="closing-heading" className="text-4xl">
            {CLOSING.heading}
          </h2>
          <p className="max-w-[46ch] text-ink-muted sm:text-lg">{CLOSING.text}</p>
          <div className="flex flex-wrap gap-3 lg:mt-2">
            <SiteLink to="/order" className="button button-primary px-7">
              {LAYOUT_MESSAGES.order}
            </SiteLink>
            <SiteLink to="/contact" className="button button-secondary bg-surface">
              {HOME_BUTTONS.consultFree}
            </SiteLink>
          </div>
          <p className="flex flex-wrap items-center gap-x-6 text-ink-muted">
            <span>
              {CLOSING.emailLead}{' '}
              <a href={`mailto:${company.email}`} className="link inline-block py-2.5">
                {company.email}
              </a>
            </span>
            <span>{response}</span>
          </p>
        </div>
        <div>
          <Team members={members} />
        </div>
      </div>
    </section>
  );
}

function Team({ members }: Pick<Props, 'members'>) {
  if (members.length === 0) return null;
  return (
    <div id="team" className="grid gap-4 border-line lg:content-center lg:border-s lg:ps-12">
      <h3 className="text-lg">{TEAM_HEADING}</h3>
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
