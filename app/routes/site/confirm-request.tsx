import { data, redirect } from 'react-router';
import { pageTitle, privateMeta } from '#app/site/lib/page-meta.ts';
import { ConfirmPage } from '#app/site/track/confirm-page.tsx';
import { CONFIRM } from '#app/site/track/messages.ts';
import { submitConfirmForm } from '#server/http/pages/tracking-form.ts';
import { services } from '#server/route-context.ts';
import { readOpenRequest } from '#server/services/tracking/index.ts';
import { CONFIRM_CODE, CONFIRM_PATH, CONFIRMED, LOST_LINK_PATH } from '#shared/tracking/values.ts';
import type { Route } from './+types/confirm-request.ts';

/** Following the link only shows what it would confirm: scanners of mails follow every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const given = searchParams.get('done');
  const done = CONFIRMED.find((kind) => kind === given) ?? null;
  const code = searchParams.get(CONFIRM_CODE) ?? '';
  if (!done && code === '') throw redirect(LOST_LINK_PATH);
  const open = done ? null : await readOpenRequest(services(context), code);
  return data({ code, open, done }, { status: done || open ? 200 : 404 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const kind = await submitConfirmForm(services(context), request);
  if (kind) return redirect(`${CONFIRM_PATH}?done=${kind}`, 303);
  return data(undefined, { status: 404 });
}

export function meta() {
  return privateMeta();
}

export default function ConfirmRequestRoute({ loaderData }: Route.ComponentProps) {
  const { code, open, done } = loaderData;
  return <ConfirmPage title={pageTitle(CONFIRM.title)} code={code} request={open} done={done} />;
}
