import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import type { ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';
import { portfolioData } from './portfolio-data.ts';
import { ArrowRight } from 'lucide-react';
import { useViewTransitionState } from 'react-router';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';

function isWide(index: number, count: number): boolean {
  return index === 0 && count % 2 === 1;
}

function placeOf(index: number, count: number): string {
  if (isWide(index, count)) return 'md:col-span-2';
  return (index + count) % 2 === 1 ? 'lg:translate-y-16' : '';
}

type PageProps = ListProps<ProjectSummary> & { categories: readonly string[] };

export function PortfolioPage(list: PageProps) {
  return (
    <CategoryPage
      {...list}
      path="/portfolio"
      links={['/order', '/contact']}
      messages={PORTFOLIO_MESSAGES}
      categoryOf={(project) => project.industryCategory}
      dataOf={portfolioData}
      className="pt-10 lg:pt-14 lg:pb-16"
    >
      {(shown) => (
        <ul className="grid grid-cols-1 gap-8 md:grid-cols-2 md:gap-x-10 md:gap-y-12">
          {shown.map((project, index) => (
            <li key={project.id} className={placeOf(index, shown.length)}>
              <ProjectCard
                project={project}
                isWide={isWide(index, shown.length)}
                isAboveFold={index === 0}
              />
            </li>
          ))}
        </ul>
      )}
    </CategoryPage>
  );
}

const SHOWN_TECHNOLOGIES = 3;

type Props = { project: ProjectSummary; isWide: boolean; isAboveFold: boolean };

function ProjectCard({ project, isWide, isAboveFold }: Props) {
  const path = `/portfolio/${project.id}` as const;
  const isMoving = useViewTransitionState(path);
  const more = project.techStack.length - SHOWN_TECHNOLOGIES;
  return (
    <article
      className={`card group relative grid h-full grid-cols-1 grid-rows-[auto_1fr_auto] overflow-hidden hover:border-accent ${isWide ? 'lg:grid-cols-[7fr_5fr] lg:grid-rows-[1fr_auto]' : ''}`}
    >
      <FeaturedImage
        of={project}
        {...(project.industryCategory && { label: project.industryCategory })}
        height={750}
        {...(!isWide && { sizes: '(min-width: 75rem) 548px, (min-width: 48rem) 46vw, 92vw' })}
        isAboveFold={isAboveFold}
        className={`border-line group-hover:border-accent ${isWide ? 'max-lg:border-b lg:row-span-2 lg:h-full lg:border-e' : 'border-b'} ${isMoving ? 'opened-image' : ''}`}
      />
      <div className="grid grid-cols-1 grid-rows-[auto_auto_1fr_auto] justify-items-start gap-3 p-5 sm:p-7">
        {project.industryCategory && <p className="badge">{project.industryCategory}</p>}
        <h2 className="text-xl sm:text-2xl">{project.title}</h2>
        <p className="text-ink-muted">{project.shortDescription}</p>
        {project.techStack.length > 0 && (
          <ul aria-label={PORTFOLIO_MESSAGES.technologies} className="mt-2 flex flex-wrap gap-1.5">
            {project.techStack.slice(0, SHOWN_TECHNOLOGIES).map((technology) => (
              <li key={technology} className="badge rounded-sm px-2">
                {technology}
              </li>
            ))}
            {more > 0 && (
              <li className="badge rounded-sm border-dashed px-2">
                {PORTFOLIO_MESSAGES.moreTechnologies(more)}
              </li>
            )}
          </ul>
        )}
      </div>
      <SiteLink
        to={path}
        prefetch="intent"
        viewTransition
        className="flex min-h-14 items-center justify-between gap-2 border-t border-line px-5 font-semibold text-accent group-hover:border-accent after:absolute after:inset-0 after:rounded sm:px-7"
      >
        <span>
          {PORTFOLIO_MESSAGES.viewDetails}
          <span className="sr-only">: {project.title}</span>
        </span>
        <ArrowRight aria-hidden className="size-5" strokeWidth={1.75} />
      </SiteLink>
    </article>
  );
}
