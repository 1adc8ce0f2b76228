import { data } from 'react-router';
import { CompanyPage } from '#app/site/legal/company-page.tsx';
import { COMPANY_PATH } from '#app/site/legal/messages.ts';
import { NotFoundPage } from '#app/site/layout/fallbacks/not-found-page.tsx';
import { NOT_FOUND_MESSAGES } from '#app/site/layout/fallbacks/messages.ts';
import { missingPageMeta, pageMeta } from '#app/site/lib/page-meta.ts';
import { toPageMeta } from '#app/site/lib/page-copy.ts';
import { getPageCopy, pageContext } from '#server/http/pages/route-context.ts';
import { retentionLines } from '#shared/retention/paragraph.ts';
import type { Route } from './+types/company.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { settings, publicUrl } = context.get(pageContext);
  if (!settings.company.legalName) return data(null, { status: 404 });
  const isEncrypted = publicUrl.startsWith('https:');
  return data({
    copy: getPageCopy(context, 'page/company'),
    periods: retentionLines(),
    isEncrypted,
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return missingPageMeta(NOT_FOUND_MESSAGES.title, { matches });
  return pageMeta(toPageMeta(loaderData.copy, COMPANY_PATH, { matches }), { matches });
}

export default function CompanyRoute({ loaderData }: Route.ComponentProps) {
  return loaderData ? <CompanyPage {...loaderData} /> : <NotFoundPage />;
}
