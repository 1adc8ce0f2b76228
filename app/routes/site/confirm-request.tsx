import { data, redirect } from 'react-router';
import { privateMeta, usePageTitle } from '#app/site/lib/page-meta.ts';
import { ConfirmPage } from '#app/site/track/confirm-page.tsx';
import { CONFIRM } from '#app/site/track/messages.ts';
import { UnreadEnquiry } from '#app/site/track/notice-page.tsx';
import { readUrlEncoded } from '#server/forms/form-data.ts';
import { submitConfirmForm } from '#server/forms/tracking-form.ts';
import { loadOr, pageData } from '#server/http/pages/route-context.ts';
import { readOpenRequest } from '#server/services/privacy/index.ts';
import { CONFIRM_CODE, CONFIRM_PATH, CONFIRMED, LOST_LINK_PATH } from '#shared/tracking/values.ts';
import type { Route } from './+types/confirm-request.ts';

function readQuery({ url }: Request) {
  const { searchParams } = new URL(url);
  const given = searchParams.get('done');
  const done = CONFIRMED.find((kind) => kind === given) ?? null;
  return { code: searchParams.get(CONFIRM_CODE) ?? '', done };
}

export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    const { code, done } = readQuery(request);
    // A form has its code in its body.
    if (request.method !== 'POST' && !done && code === '') throw redirect(LOST_LINK_PATH);
  },
];

/** GET only shows the request, as mail scanners follow every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { code, done } = readQuery(request);
  const failure = 'Error fetching what is to be confirmed:';
  const { value: open, hasFailed } = await loadOr(context, failure, null, async (ctx) =>
    done ? null : readOpenRequest(ctx, code),
  );
  const shown = { code, open, done, hasFailed };
  if (!done && !open && !hasFailed) return data(shown, { status: 404 });
  return pageData(shown, hasFailed);
}

export async function action({ request, context }: Route.ActionArgs) {
  const fields = await readUrlEncoded(request.clone());
  const failure = 'Error confirming what was asked for:';
  const { value: confirmed, hasFailed } = await loadOr(context, failure, null, (ctx) =>
    submitConfirmForm(ctx, request),
  );
  if (confirmed?.skipped.length === 0) {
    return redirect(`${CONFIRM_PATH}?done=${confirmed.done}`, 303);
  }
  const shown = { code: fields.get(CONFIRM_CODE) ?? '', skipped: confirmed?.skipped ?? [] };
  if (confirmed || hasFailed) return pageData(shown, hasFailed);
  return data(undefined, { status: 404 });
}

export function meta() {
  return privateMeta();
}

export default function ConfirmRequestRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { open, done, hasFailed } = loaderData;
  const title = usePageTitle(CONFIRM.title);
  const code = actionData?.code ?? loaderData.code;
  const skipped = actionData?.skipped ?? [];
  if (hasFailed || (actionData && skipped.length === 0)) {
    return <UnreadEnquiry path={`${CONFIRM_PATH}?${CONFIRM_CODE}=${encodeURIComponent(code)}`} />;
  }
  const shown = { title, code, request: open, done, skipped };
  return <ConfirmPage {...shown} />;
}
