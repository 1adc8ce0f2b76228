import { useSearchParams } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { CategoryFilter } from '#app/site/layout/category-filter.tsx';
import { EmptyList } from '#app/site/layout/empty-list.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { selectedCategory } from '#app/site/lib/category.ts';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import type { ProjectSummary } from '#shared/projects/schema.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { PORTFOLIO_CATEGORIES, PORTFOLIO_PATH, PORTFOLIO_TEXTS } from './portfolio-content.ts';
import { portfolioData } from './portfolio-data.ts';
import { ProjectCard } from './project-card.tsx';

type Props = {
  projects: readonly ProjectSummary[];
  failure: LoadFailure | null;
};

export function PortfolioPage({ projects, failure }: Props) {
  const [query] = useSearchParams();
  const publicUrl = usePublicUrl();
  const category = selectedCategory(query);
  const shown = category
    ? projects.filter((project) => project.industryCategory === category)
    : projects;

  return (
    <>
      <StructuredData data={portfolioData(shown, publicUrl)} />
      <PageHeader title={PORTFOLIO_TEXTS.heading} intro={PORTFOLIO_TEXTS.intro}>
        <CategoryFilter
          path={PORTFOLIO_PATH}
          label="Filter projects by category"
          allLabel="All"
          categories={PORTFOLIO_CATEGORIES}
          selected={category}
        />
      </PageHeader>
      <p role="status" className="sr-only">
        {`${shown.length} ${shown.length === 1 ? 'project' : 'projects'} in ${category ?? 'all categories'}`}
      </p>
      <div className="content-width pt-10 pb-24 lg:pt-14 lg:pb-40">
        {shown.length > 0 ? (
          <ul className="grid gap-8 md:grid-cols-2 md:gap-x-10 md:gap-y-12">
            {shown.map((project, index) => (
              <li key={project.id} className="lg:even:translate-y-16">
                <ProjectCard project={project} isAboveFold={index === 0} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyList
            text={PORTFOLIO_TEXTS.noMatch}
            retry={failure && { to: PORTFOLIO_PATH, failure }}
            all={
              category && projects.length > 0
                ? { to: PORTFOLIO_PATH, label: 'Show all projects' }
                : undefined
            }
          />
        )}
      </div>
    </>
  );
}
