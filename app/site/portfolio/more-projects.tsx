import { ArrowRight } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { isPlainClick } from '#app/lib/plain-click.ts';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { ProjectLink, ProjectNeighbours } from '#shared/projects/schema.ts';
import { PROJECT_MESSAGES } from './messages.ts';

type Props = ProjectNeighbours & {
  leadsTo: string | null;
  onFollow: (id: string) => void;
};

export function MoreProjects({ next, previous, leadsTo, onFollow }: Props) {
  const linkOf = (project: ProjectLink) => ({
    project,
    isFollowed: project.id === leadsTo,
    link: {
      to: `/portfolio/${project.id}` as const,
      prefetch: 'intent' as const,
      viewTransition: true,
      onClick(event: MouseEvent) {
        if (isPlainClick(event)) onFollow(project.id);
      },
    },
  });
  if (!next) return null;
  return (
    <nav
      aria-label={PROJECT_MESSAGES.more}
      className="content-width mt-14 grid grid-cols-1 justify-items-start gap-4 pb-24 lg:mt-20 lg:pb-32"
    >
      <NextProject {...linkOf(next)} />
      {previous && <PreviousProject {...linkOf(previous)} />}
    </nav>
  );
}

const TITLE = 'font-display font-semibold text-balance group-hover:text-accent';

type LinkProps = {
  project: ProjectLink;
  isFollowed: boolean;
  link: ComponentProps<typeof SiteLink>;
};

function NextProject({ project, isFollowed, link }: LinkProps) {
  return (
    <SiteLink
      {...link}
      className={`card group grid w-full overflow-hidden hover:border-accent ${project.featuredImageUrl ? 'sm:grid-cols-[7fr_5fr]' : ''}`}
    >
      {project.featuredImageUrl && (
        <FeaturedImage
          of={project}
          height={750}
          sizes="(min-width: 75rem) 662px, (min-width: 40rem) 54vw, 92vw"
          className={`border-line max-sm:border-b sm:border-e ${isFollowed ? 'opened-image' : ''}`}
        />
      )}
      <span className="grid content-center gap-2 px-[min(1.5rem,6vw)] py-6 sm:p-8 lg:gap-4 lg:p-12">
        <span className="eyebrow">{PROJECT_MESSAGES.next}</span>
        <span className={`text-2xl lg:text-3xl ${TITLE}`}>{project.title}</span>
        <ArrowRight aria-hidden className="size-6 text-accent lg:size-8" strokeWidth={1.5} />
      </span>
    </SiteLink>
  );
}

function PreviousProject({ project, isFollowed, link }: LinkProps) {
  return (
    <SiteLink
      {...link}
      className="group flex max-w-full flex-wrap items-center gap-4 xs:flex-nowrap"
    >
      {project.featuredImageUrl && (
        <FeaturedImage
          of={project}
          height={750}
          sizes="7rem"
          className={`max-w-28 rounded border border-line group-hover:border-accent ${isFollowed ? 'opened-image' : ''}`}
        />
      )}
      <span className="grid min-w-0 gap-0.5">
        <span className="eyebrow">{PROJECT_MESSAGES.previous}</span>
        <span className={`text-lg ${TITLE}`}>{project.title}</span>
      </span>
    </SiteLink>
  );
}
