import { SiteLink } from '#app/site/layout/site-link.tsx';
import { CONFIRM_CODE, CONFIRM_PATH } from '#shared/tracking/values.ts';
import { CONFIRM } from './messages.ts';
import { NoticePage } from './notice-page.tsx';

type Kind = 'email' | 'erasure';

type Props = {
  title: string;
  code: string;
  request: { kind: Kind; email: string | null } | null;
  /** What has just been confirmed. */
  done: Kind | null;
};

export function ConfirmPage({ title, code, request, done }: Props) {
  const home = (
    <SiteLink to="/" className="button button-secondary">
      {CONFIRM.home}
    </SiteLink>
  );
  if (done) {
    return (
      <NoticePage title={title} {...CONFIRM.done[done]} isOutcome>
        {home}
      </NoticePage>
    );
  }
  if (!request) {
    return (
      <NoticePage title={title} heading={CONFIRM.gone} text={CONFIRM.goneText}>
        {home}
      </NoticePage>
    );
  }
  const { kind, email } = request;
  const text = kind === 'email' ? CONFIRM.email.text(email ?? '') : CONFIRM.erasure.text;
  return (
    <NoticePage title={title} heading={CONFIRM[kind].heading} text={text}>
      <form method="post" action={CONFIRM_PATH}>
        <input type="hidden" name={CONFIRM_CODE} value={code} />
        <button type="submit" className="button button-primary">
          {CONFIRM[kind].button}
        </button>
      </form>
    </NoticePage>
  );
}
