import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { PORTFOLIO_MESSAGES } from '#app/site/portfolio/messages.ts';
import { PortfolioPage } from '#app/site/portfolio/portfolio-page.tsx';
import { getPageCopy, loadOr, pageContext, pageData } from '#server/http/pages/route-context.ts';
import { listProjects } from '#server/services/projects/index.ts';
import { listOpen } from '#shared/orders/values.ts';
import type { Route } from './+types/portfolio.ts';

const FAILURE = 'Error fetching projects:';

export async function loader({ context }: Route.LoaderArgs) {
  const { value: items, hasFailed } = await loadOr(context, FAILURE, [], (ctx) =>
    listProjects(ctx, {}),
  );
  const options = context.get(pageContext).content['project-categories'].categories;
  const categories = listOpen(options).map(({ value }) => value);
  const failure = hasFailed ? ('unavailable' as const) : null;
  const copy = getPageCopy(context, 'page/portfolio');
  return pageData({ copy, items, categories, failure }, hasFailed);
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(toPageMeta(loaderData?.copy, '/portfolio', { matches }), { matches });
}

export default function PortfolioRoute({ loaderData }: Route.ComponentProps) {
  return <PortfolioPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => (
        <PortfolioPage copy={PORTFOLIO_MESSAGES} items={[]} categories={[]} failure={failure} />
      )}
    </LoadBoundary>
  );
}
