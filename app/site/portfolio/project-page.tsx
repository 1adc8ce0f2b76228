import { type ComponentProps, type MouseEvent, useState } from 'react';
import { ProjectStory } from '#app/components/project/project-story.tsx';
import { BackLink } from '#app/site/layout/back-link.tsx';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { useCopy } from '#app/site/lib/page-copy.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import type { Project, ProjectLink, ProjectNeighbours } from '#shared/projects/schema.ts';
import { MISSING_PROJECT, PORTFOLIO_MESSAGES, PROJECT_MESSAGES } from './messages.ts';
import { projectData } from './portfolio-data.ts';
import { ArrowRight } from 'lucide-react';
import { isPlainClick } from '#app/lib/plain-click.ts';

type Props = {
  copy: SiteContent['page/project'];
  project: Project;
  neighbours: ProjectNeighbours;
};

export function ProjectPage({ copy, project, neighbours }: Props) {
  // The project to navigate to: its image, not this page's, takes part in the transition.
  const [leadsTo, setLeadsTo] = useState<string | null>(null);
  return (
    <>
      <PageData
        steps={[
          { name: PORTFOLIO_MESSAGES.heading, path: '/portfolio' },
          { name: project.title, path: `/portfolio/${project.id}` },
        ]}
        subject={(site) => projectData(project, site)}
      />
      <ProjectStory
        project={project}
        back={<BackLink {...MISSING_PROJECT.back} />}
        title={<h1 className="text-4xl outline-none">{project.title}</h1>}
        image={<MainImage project={project} isShared={leadsTo === null} />}
        aside={<SimilarProject copy={copy} />}
      />
      <MoreProjects {...neighbours} leadsTo={leadsTo} onFollow={setLeadsTo} />
    </>
  );
}

function MainImage({ project, isShared }: { project: Project; isShared: boolean }) {
  const frame = 'mt-8 rounded border border-line lg:mt-12';
  if (!project.featuredImageUrl) {
    return (
      <div aria-hidden="true" className={`h-28 overflow-hidden bg-surface-sunken lg:h-40 ${frame}`}>
        <EightPointGrid />
      </div>
    );
  }
  return (
    <FeaturedImage
      of={project}
      height={750}
      isAboveFold
      className={`${isShared ? 'opened-image' : ''} ${frame}`}
    />
  );
}

function SimilarProject({ copy }: Pick<Props, 'copy'>) {
  const { closingHeading, closingText, closingPrimary } = useCopy(copy);
  if (!closingHeading) return null;
  return (
    <section
      aria-labelledby="similar-heading"
      className="card grid content-start justify-items-start gap-3 border-s-3 border-s-accent-2 px-[min(1.5rem,6vw)] py-6 sm:p-8"
    >
      <h2 id="similar-heading" className="text-2xl">
        {closingHeading}
      </h2>
      {closingText && <p className="max-w-text text-ink-muted">{closingText}</p>}
      {closingPrimary && (
        <SiteLink to="/order" prefetch="intent" className="button button-primary mt-2">
          {closingPrimary}
        </SiteLink>
      )}
    </section>
  );
}

type MoreProjectsProps = ProjectNeighbours & {
  leadsTo: string | null;
  onFollow: (id: string) => void;
};

function MoreProjects({ next, previous, leadsTo, onFollow }: MoreProjectsProps) {
  const toLink = (project: ProjectLink) => ({
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
      <NextProject {...toLink(next)} />
      {previous && <PreviousProject {...toLink(previous)} />}
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
