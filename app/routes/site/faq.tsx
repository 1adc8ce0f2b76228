import { FaqPage } from '#app/site/faq/faq-page.tsx';
import { FAQ_MESSAGES } from '#app/site/faq/messages.ts';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { loadList } from '#server/http/pages/route-context.ts';
import { listFaqs } from '#server/services/faqs/index.ts';
import type { Route } from './+types/faq.ts';

const FAILURE = 'Error fetching FAQs:';

export function loader({ context }: Route.LoaderArgs) {
  return loadList(context, 'page/faq', FAILURE, listFaqs);
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(toPageMeta(loaderData?.copy, '/faq', { matches }), { matches });
}

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  return <FaqPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <FaqPage copy={FAQ_MESSAGES} items={[]} failure={failure} />}
    </LoadBoundary>
  );
}
