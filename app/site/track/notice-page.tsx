import type { ReactNode } from 'react';
import { focusOnMount } from '#app/lib/focus.ts';
import { usePageTitle } from '#app/site/lib/page-meta.ts';
import { UNREAD_ENQUIRY } from './messages.ts';

type Props = {
  title: string;
  heading: string;
  text: string;
  isOutcome?: boolean;
  children?: ReactNode;
};

export function NoticePage({ title, heading, text, isOutcome = false, children }: Props) {
  return (
    <section className="content-width section-space grid justify-items-start gap-6">
      <title>{title}</title>
      <h1
        ref={isOutcome ? focusOnMount : undefined}
        tabIndex={isOutcome ? -1 : undefined}
        className="text-3xl outline-none"
      >
        {heading}
      </h1>
      <p className="max-w-text text-lg wrap-anywhere">{text}</p>
      {children}
    </section>
  );
}

export function UnreadEnquiry({ path }: { path: string }) {
  const { title, text, action } = UNREAD_ENQUIRY;
  return (
    <NoticePage title={usePageTitle(title)} heading={title} text={text}>
      <a href={path} className="button button-primary">
        {action}
      </a>
    </NoticePage>
  );
}
