import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { PORTFOLIO_MESSAGES } from '#app/site/portfolio/messages.ts';
import { PortfolioPage } from '#app/site/portfolio/portfolio-page.tsx';
import { loadList } from '#server/http/pages/route-context.ts';
import { listProjects } from '#server/services/projects/index.ts';
import type { Route } from './+types/portfolio.ts';

const FAILURE = 'Error fetching projects:';

export function loader({ context }: Route.LoaderArgs) {
  return loadList(context, 'page/portfolio', FAILURE, (ctx) => listProjects(ctx, {}));
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
      {(failure) => <PortfolioPage copy={PORTFOLIO_MESSAGES} items={[]} failure={failure} />}
    </LoadBoundary>
  );
}
