import { FAQ_PATH, FAQ_TEXTS } from '#app/site/faq/faq-content.ts';
import { FaqPage } from '#app/site/faq/faq-page.tsx';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData } from '#server/route-context.ts';
import { listFaqs } from '#server/services/faqs/index.ts';
import { COMPANY } from '#shared/company.ts';
import type { Route } from './+types/faq.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { value: faqs, hasFailed } = await loadOr(context, 'Error fetching FAQs:', [], listFaqs);
  return pageData({ faqs, hasFailed }, hasFailed);
}

export { shouldRevalidate } from '#app/site/lib/category.ts';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${FAQ_TEXTS.heading} | ${COMPANY.name}`,
    description: FAQ_TEXTS.description,
    keywords: FAQ_TEXTS.keywords,
    path: FAQ_PATH,
    publicUrl: publicUrlOf(matches),
    image: { path: '/share/page/faq.png', alt: `${FAQ_TEXTS.heading}, ${COMPANY.name}` },
  });
}

export default function FaqRoute({ loaderData, matches }: Route.ComponentProps) {
  return <FaqPage {...loaderData} publicUrl={publicUrlOf(matches)} />;
}
