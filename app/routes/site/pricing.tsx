import { data } from 'react-router';
import { NotFoundPage } from '#app/site/layout/fallbacks/not-found-page.tsx';
import { NOT_FOUND_MESSAGES } from '#app/site/layout/fallbacks/messages.ts';
import { missingPageMeta, pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { PricingPage } from '#app/site/pricing/pricing-page.tsx';
import { getPageCopy, pageContext } from '#server/http/pages/route-context.ts';
import { hasPrices, toPricing } from '#shared/site-content/pricing.ts';
import type { Route } from './+types/pricing.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { plans } = context.get(pageContext).content;
  if (!hasPrices(plans)) return data(null, { status: 404 });
  return data({ copy: getPageCopy(context, 'page/pricing'), pricing: toPricing(plans) });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return missingPageMeta(NOT_FOUND_MESSAGES.title, { matches });
  return pageMeta(toPageMeta(loaderData.copy, '/pricing', { matches }), { matches });
}

export default function PricingRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <PricingPage {...loaderData} /> : <NotFoundPage />;
}
