import { useLocation } from 'react-router';
import { LegalPage } from '#app/site/legal/legal-page.tsx';
import { type LegalPage as Page, PRIVACY, TERMS } from '#app/site/legal/messages.ts';
import { splitIntoSections } from '#app/site/layout/reading/sections.ts';
import { pageMeta } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData, services } from '#server/route-context.ts';
import { getFallbackPolicyHtml, getPolicyHtml } from '#server/services/policies/index.ts';
import type { Route } from './+types/legal.ts';

export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind } = pageOf(new URL(request.url).pathname);
  const { value, hasFailed } = await loadOr<string | null>(
    context,
    'Error fetching policy texts:',
    null,
    (ctx) => getPolicyHtml(ctx, kind),
  );
  const html = value ?? (await getFallbackPolicyHtml(services(context), kind));
  return pageData({ sections: splitIntoSections(html) }, hasFailed);
}

export function meta({ location, matches }: Route.MetaArgs) {
  const page = pageOf(location.pathname);
  return pageMeta({ ...page, description: page.intro }, { matches });
}

export default function LegalRoute({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return <LegalPage page={pageOf(pathname)} sections={loaderData.sections} />;
}

/** Each policy has two paths, which begin alike. */
function pageOf(path: string): Page {
  return /^\/terms/i.test(path) ? TERMS : PRIVACY;
}
