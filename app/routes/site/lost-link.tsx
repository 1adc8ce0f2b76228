import { data, redirect, useLocation } from 'react-router';
import { privateMeta, usePageTitle } from '#app/site/lib/page-meta.ts';
import { LostLinkPage } from '#app/site/track/lost-link-page.tsx';
import { LOST_LINK } from '#app/site/track/messages.ts';
import { submitLostLinkForm } from '#server/forms/tracking-form.ts';
import { services } from '#server/http/pages/route-context.ts';
import { LOST_LINK_PATH } from '#shared/tracking/values.ts';
import type { Route } from './+types/lost-link.ts';

export async function action({ request, context }: Route.ActionArgs) {
  const outcome = await submitLostLinkForm(services(context), request);
  if (outcome.isAccepted) return redirect(`${LOST_LINK_PATH}?asked=1`, 303);
  return data(outcome.rejected, { status: outcome.status });
}

export function meta() {
  return privateMeta();
}

export default function LostLinkRoute({ actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <LostLinkPage
      title={usePageTitle(LOST_LINK.title)}
      isSent={new URLSearchParams(search).has('asked')}
      rejected={actionData}
    />
  );
}
