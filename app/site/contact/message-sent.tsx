import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { EnquiryReference } from '#app/components/form/enquiry-reference.tsx';
import { OwnPage } from '#app/components/form/own-page.tsx';
import { useThanks } from '#app/components/office-hours/use-thanks.tsx';
import { focusOnMount } from '#app/lib/focus.ts';
import { useCopy } from '#app/site/lib/page-copy.ts';
import { CONTACT_PATH } from './contact-url.ts';
import { MESSAGE_FORM_MESSAGES } from './messages.ts';

type Props = {
  steps: readonly string[];
  reference: string;
  promisedAt: Date | null;
  /** By default from the response to the form. */
  ownPage?: string;
};

export function MessageSent({ steps, reference, promisedAt, ownPage }: Props) {
  const thanks = useThanks(promisedAt, MESSAGE_FORM_MESSAGES.sent);
  const shownSteps = useCopy(steps, thanks.when);
  const navigate = useNavigate();

  async function handleAgain(event: FormEvent) {
    event.preventDefault();
    await navigate(CONTACT_PATH, { preventScrollReset: true });
  }

  return (
    <div className="grid justify-items-start gap-5">
      <svg
        viewBox="0 0 96 64"
        aria-hidden="true"
        className="h-16 w-auto"
        fill="none"
        strokeWidth="1.5"
      >
        <path d="M8 12h62v44H8z" className="fill-surface stroke-ink-muted" />
        <path d="m8 12 31 25 31-25" className="stroke-ink-muted" strokeLinejoin="round" />
        <circle cx="74" cy="20" r="15" className="fill-surface-raised stroke-accent" />
        <path
          d="m67.5 20.5 4.5 4.5 8.5-9"
          className="stroke-accent"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h3 ref={focusOnMount} tabIndex={-1} className="scroll-mt-8 text-2xl outline-none">
        {thanks.heading}
      </h3>
      {thanks.line}
      <ol className="grid max-w-text list-decimal gap-2 ps-5 marker:text-accent-2">
        {shownSteps.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <EnquiryReference kind="message" reference={reference} />
      <OwnPage path={ownPage} />
      <form method="get" action={CONTACT_PATH} onSubmit={handleAgain}>
        <button type="submit" className="button button-secondary">
          {MESSAGE_FORM_MESSAGES.again}
        </button>
      </form>
    </div>
  );
}
