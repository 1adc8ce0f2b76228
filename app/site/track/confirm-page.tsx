import { SiteLink } from '#app/site/layout/site-link.tsx';
import {
  CONFIRM_CODE,
  CONFIRM_PATH,
  type Confirmed,
  PERSON_EXPORT_PATH,
  type RequestKind,
  type SkippedEnquiry,
} from '#shared/tracking/values.ts';
import { CONFIRM } from './messages.ts';
import { NoticePage } from './notice-page.tsx';

type Props = {
  title: string;
  code: string;
  request: { kind: RequestKind; email: string | null } | null;
  done: Confirmed | null;
  skipped: readonly SkippedEnquiry[];
};

export function ConfirmPage({ title, code, request, done, skipped }: Props) {
  const home = (
    <SiteLink to="/" className="button button-secondary">
      {CONFIRM.home}
    </SiteLink>
  );
  if (skipped.length > 0) {
    return (
      <NoticePage title={title} {...CONFIRM.partly} isOutcome>
        <ul className="grid max-w-text list-disc gap-2 pl-5">
          {skipped.map((enquiry) => (
            <li key={enquiry.reference}>{CONFIRM.skipped(enquiry)}</li>
          ))}
        </ul>
        {home}
      </NoticePage>
    );
  }
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
  const text = kind === 'erasure' ? CONFIRM.erasure.text : CONFIRM[kind].text(email ?? '');
  if (kind === 'person-export') {
    return (
      <NoticePage title={title} heading={CONFIRM[kind].heading} text={text}>
        <a
          href={`${PERSON_EXPORT_PATH}?${CONFIRM_CODE}=${code}`}
          download
          className="button button-primary"
        >
          {CONFIRM[kind].button}
        </a>
      </NoticePage>
    );
  }
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
