import { LegalPage } from '#app/site/legal/legal-page.tsx';
import { TERMS } from '#app/site/legal/messages.ts';
import { pageMeta, publicUrlOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData, services } from '#server/route-context.ts';
import { getFallbackPolicyHtml, getPolicyHtml } from '#server/services/policies/index.ts';
import { COMPANY } from '#shared/company/values.ts';
import type { Route } from './+types/terms-of-service.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { value, hasFailed } = await loadOr<string | null>(
    context,
    'Error fetching policy texts:',
    null,
    (ctx) => getPolicyHtml(ctx, 'terms'),
  );
  const html = value ?? (await getFallbackPolicyHtml(services(context), 'terms'));
  return pageData({ html }, hasFailed);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    title: `${TERMS.heading} | ${COMPANY.name}`,
    description: TERMS.intro,
    keywords: TERMS.keywords,
    path: TERMS.path,
    publicUrl: publicUrlOf(matches),
    image: { path: TERMS.image, alt: `${TERMS.heading}, ${COMPANY.name}` },
  });
}

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={TERMS} html={loaderData.html} />;
}
