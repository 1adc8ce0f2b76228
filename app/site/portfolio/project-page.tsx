import { useState } from 'react';
import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import { ProjectStory } from '#app/components/project/project-story.tsx';
import { BackLink } from '#app/site/layout/back-link.tsx';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import type { Project, ProjectNeighbours } from '#shared/projects/schema.ts';
import { MISSING_PROJECT, PORTFOLIO_MESSAGES, PROJECT_MESSAGES } from './messages.ts';
import { MoreProjects } from './more-projects.tsx';
import { projectData } from './portfolio-data.ts';

type Props = { project: Project; neighbours: ProjectNeighbours };

export function ProjectPage({ project, neighbours }: Props) {
  // Its image, not that of this page, takes part in the transition.
  const [leadsTo, setLeadsTo] = useState<string | null>(null);
  return (
    <>
      <PageData
        steps={[
          { name: PORTFOLIO_MESSAGES.heading, path: '/portfolio' },
          { name: project.title, path: `/portfolio/${project.id}` },
        ]}
        subject={(publicUrl) => projectData(project, publicUrl)}
      />
      <ProjectStory
        project={project}
        back={<BackLink {...MISSING_PROJECT.back} />}
        title={<h1 className="text-4xl outline-none">{project.title}</h1>}
        image={<MainImage project={project} isShared={leadsTo === null} />}
        aside={<SimilarProject />}
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

function SimilarProject() {
  const { heading, text, button } = PROJECT_MESSAGES.similar;
  const { within } = useResponseTime();
  return (
    <section
      aria-labelledby="similar-heading"
      className="card grid content-start justify-items-start gap-3 border-s-3 border-s-accent-2 px-[min(1.5rem,6vw)] py-6 sm:p-8"
    >
      <h2 id="similar-heading" className="text-2xl">
        {heading}
      </h2>
      <p className="max-w-text text-ink-muted">{text(within)}</p>
      <SiteLink to="/order" prefetch="intent" className="button button-primary mt-2">
        {button}
      </SiteLink>
    </section>
  );
}
