import { FaqPage } from '#app/site/faq/faq-page.tsx';
import { FAQ_MESSAGES } from '#app/site/faq/messages.ts';
import { LoadBoundary } from '#app/site/layout/fallbacks/load-boundary.tsx';
import { metaOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData } from '#server/route-context.ts';
import { listFaqs } from '#server/services/faqs/index.ts';
import type { Route } from './+types/faq.ts';

const FAILURE = 'Error fetching FAQs:';

export async function loader({ context }: Route.LoaderArgs) {
  const { value: faqs, hasFailed } = await loadOr(context, FAILURE, [], listFaqs);
  return pageData({ faqs, hasFailed }, hasFailed);
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export const meta = metaOf({ ...FAQ_MESSAGES, path: '/faq', image: '/share/page/faq.png' });

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  const { faqs, hasFailed } = loaderData;
  return <FaqPage faqs={faqs} failure={hasFailed ? 'unavailable' : null} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <LoadBoundary error={error} message={FAILURE}>
      {(failure) => <FaqPage faqs={[]} failure={failure} />}
    </LoadBoundary>
  );
}
