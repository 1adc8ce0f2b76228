import { focusOnMount } from '#app/lib/focus.ts';
import { COMPANY } from '#shared/company/values.ts';
import { FORM_MESSAGES } from './messages.ts';

type Props = { title: string; text: string; detail?: string | null; subject: string };

export function FailureNotice({ title, text, detail, subject }: Props) {
  return (
    <div
      ref={focusOnMount}
      role="alert"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else leads to the notice
      autoFocus
      className="scroll-mt-12 scroll-mb-6 rounded border-2 border-alert bg-surface-raised p-5"
    >
      <p className="font-semibold text-alert">{title}</p>
      {detail && <p className="mt-1">{detail}</p>}
      <p className="mt-1">{text}</p>
      <p className="mt-2 text-sm text-ink-muted">
        {FORM_MESSAGES.nothingLost}{' '}
        <a href={`mailto:${COMPANY.email}?subject=${encodeURIComponent(subject)}`} className="link">
          {COMPANY.email}
        </a>
        .
      </p>
    </div>
  );
}
