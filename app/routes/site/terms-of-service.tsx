import { LegalPage } from '#app/site/legal/legal-page.tsx';
import { TERMS } from '#app/site/legal/messages.ts';
import { metaOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData, services } from '#server/route-context.ts';
import { getFallbackPolicyHtml, getPolicyHtml } from '#server/services/policies/index.ts';
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

export const meta = metaOf({ ...TERMS, description: TERMS.intro });

export default function TermsRoute({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={TERMS} html={loaderData.html} />;
}
