import type { MouseEvent } from 'react';
import { focusOnMount } from '#app/lib/focus.ts';
import { FORM_MESSAGES } from './messages.ts';

export type SummaryEntry = { targetId: string; message: string };

type Props = { entries: readonly SummaryEntry[] };

/** GOV.UK Design System, error summary. Takes the focus when it appears. */
export function ErrorSummary({ entries }: Props) {
  function handleClick(event: MouseEvent, targetId: string) {
    const target = document.getElementById(targetId);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    <div
      ref={focusOnMount}
      role="alert"
      aria-labelledby="error-summary-title"
      tabIndex={-1}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- without scripts nothing else leads to the summary of a rejected form
      autoFocus
      className="scroll-mt-12 rounded border-2 border-alert bg-surface-raised p-5"
    >
      <h2 id="error-summary-title" className="text-xl">
        {FORM_MESSAGES.errors}
      </h2>
      <ul className="mt-3 grid gap-1">
        {entries.map(({ targetId, message }) => (
          <li key={targetId}>
            <a
              href={`#${targetId}`}
              onClick={(event) => handleClick(event, targetId)}
              className="inline-flex min-h-6 py-0.5 font-medium text-alert underline underline-offset-3 wrap-anywhere hover:decoration-2"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
