import { useLocation } from 'react-router';
import { LegalPage } from '#app/site/legal/legal-page.tsx';
import { type LegalPage as Page, PRIVACY, TERMS } from '#app/site/legal/messages.ts';
import { splitIntoSections } from '#app/site/layout/reading/sections.ts';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import {
  getPageCopy,
  loadOr,
  pageContext,
  pageData,
  services,
} from '#server/http/pages/route-context.ts';
import { getFallbackPolicy, getPolicy, type Policy } from '#server/services/policies/index.ts';
import { retentionLines } from '#shared/retention/paragraph.ts';
import type { Route } from './+types/legal.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind, copy } = pageOf(new URL(request.url).pathname);
  const { company } = context.get(pageContext).settings;
  const { value, hasFailed } = await loadOr<Policy | null>(
    context,
    'Error fetching policy texts:',
    null,
    (ctx) => getPolicy(ctx, { kind, company }),
  );
  const { html, lacksPeriods, version } =
    value ?? (await getFallbackPolicy(services(context), { kind, company }));
  const periods = lacksPeriods ? retentionLines() : [];
  return pageData(
    { copy: getPageCopy(context, copy), sections: splitIntoSections(html), periods, version },
    hasFailed,
  );
}

export function meta({ loaderData, location, matches }: Route.MetaArgs) {
  const { path } = pageOf(location.pathname);
  return pageMeta(toPageMeta(loaderData?.copy, path, { matches }), { matches });
}

export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return <LegalPage page={pageOf(pathname)} {...loaderData} />;
}

/** Each policy has two paths with the same start. */
function pageOf(path: string): Page {
  return /^\/terms/i.test(path) ? TERMS : PRIVACY;
}
