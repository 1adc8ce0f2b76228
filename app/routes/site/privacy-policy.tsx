import { LegalPage } from '#app/site/legal/legal-page.tsx';
import { PRIVACY } from '#app/site/legal/messages.ts';
import { metaOf } from '#app/site/lib/page-meta.ts';
import { loadOr, pageData, services } from '#server/route-context.ts';
import { getFallbackPolicyHtml, getPolicyHtml } from '#server/services/policies/index.ts';
import type { Route } from './+types/privacy-policy.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { value, hasFailed } = await loadOr<string | null>(
    context,
    'Error fetching policy texts:',
    null,
    (ctx) => getPolicyHtml(ctx, 'privacy'),
  );
  const html = value ?? (await getFallbackPolicyHtml(services(context), 'privacy'));
  return pageData({ html }, hasFailed);
}

export const meta = metaOf({ ...PRIVACY, description: PRIVACY.intro });

export default function PrivacyRoute({ loaderData }: Route.ComponentProps) {
  return <LegalPage page={PRIVACY} html={loaderData.html} />;
}
