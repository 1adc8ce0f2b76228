import { CategoryPage, type ListProps } from '#app/site/layout/category-page.tsx';
import { PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import type { ProjectSummary } from '#shared/projects/schema.ts';
import { PORTFOLIO_MESSAGES } from './messages.ts';
import { portfolioData } from './portfolio-data.ts';
import { ProjectCard } from './project-card.tsx';

export function PortfolioPage(list: ListProps<ProjectSummary>) {
  return (
    <CategoryPage
      {...list}
      path="/portfolio"
      messages={PORTFOLIO_MESSAGES}
      categories={PROJECT_CATEGORIES}
      categoryOf={(project) => project.industryCategory}
      dataOf={portfolioData}
      className="pt-10 pb-24 lg:pt-14 lg:pb-40"
    >
      {(shown) => (
        <ul className="grid gap-8 md:grid-cols-2 md:gap-x-10 md:gap-y-12">
          {shown.map((project, index) => (
            <li key={project.id} className="lg:even:translate-y-16">
              <ProjectCard project={project} isAboveFold={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </CategoryPage>
  );
}
