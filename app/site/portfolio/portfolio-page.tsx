import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import type { ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';
import { portfolioData } from './portfolio-data.ts';
import { ProjectCard } from './project-card.tsx';

function isWide(index: number, count: number): boolean {
  return index === 0 && count % 2 === 1;
}

function placeOf(index: number, count: number): string {
  if (isWide(index, count)) return 'md:col-span-2';
  return (index + count) % 2 === 1 ? 'lg:translate-y-16' : '';
}

export function PortfolioPage(list: ListProps<ProjectSummary>) {
  return (
    <>
      <CategoryPage
        {...list}
        path="/portfolio"
        messages={PORTFOLIO_MESSAGES}
        categories={PROJECT_CATEGORIES}
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
      <ClosingCard {...PORTFOLIO_MESSAGES.closing} />
    </>
  );
}
