import { useSearchParams } from 'react-router';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { CategoryFilter } from '#app/site/layout/category-filter.tsx';
import { EmptyList } from '#app/site/layout/empty-list.tsx';
import { PageHeader } from '#app/site/layout/page-header.tsx';
import { selectedCategory } from '#app/site/lib/category.ts';
import { usePublicUrl } from '#app/site/lib/page-meta.ts';
import type { ProjectSummary } from '#shared/projects/schema.ts';
import type { LoadFailure } from '#shared/load-failures/messages.ts';
import { PORTFOLIO_CATEGORIES } from './categories.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';
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
      <PageHeader title={PORTFOLIO_MESSAGES.heading} intro={PORTFOLIO_MESSAGES.intro}>
        <CategoryFilter
          path="/portfolio"
          label={PORTFOLIO_MESSAGES.filter}
          allLabel={PORTFOLIO_MESSAGES.all}
          categories={PORTFOLIO_CATEGORIES}
          selected={category}
        />
      </PageHeader>
      <p role="status" className="sr-only">
        {PORTFOLIO_MESSAGES.shown(shown.length, category)}
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
            text={PORTFOLIO_MESSAGES.noMatch}
            retry={failure && { to: '/portfolio', failure }}
            all={
              category && projects.length > 0
                ? { to: '/portfolio', label: PORTFOLIO_MESSAGES.showAll }
                : undefined
            }
          />
        )}
      </div>
    </>
  );
}
