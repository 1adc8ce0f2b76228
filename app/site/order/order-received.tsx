import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { EnquiryReference } from '#app/components/form/enquiry-reference.tsx';
import { OwnPage } from '#app/components/form/own-page.tsx';
import { useThanks } from '#app/components/office-hours/use-thanks.tsx';
import { useIsHydrated } from '#app/lib/use-is-hydrated.ts';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { useCopy } from '#app/site/lib/page-copy.ts';
import { leftOutMessage } from '#shared/orders/messages.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import { ReplyDrawing } from './reply-drawing.tsx';
import { ORDER_RECEIVED_MESSAGES } from './messages.ts';

type Props = {
  steps: SiteContent['page/order']['nextSteps'] | undefined;
  reference: string;
  promisedAt: Date | null;
  /** By default from the response to the form. */
  ownPage?: string;
  /** By default from the response to the form. */
  leftOutFiles?: readonly string[];
};

export function OrderReceived(props: Props) {
  const { steps = [], reference, promisedAt, ownPage, leftOutFiles } = props;
  const thanks = useThanks(promisedAt, ORDER_RECEIVED_MESSAGES.heading);
  const shownSteps = useCopy(steps, thanks.when);
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="content-width section-space grid gap-12 lg:grid-cols-[5fr_4fr] lg:gap-20">
      <div className="grid content-start justify-items-start gap-6">
        <p className="eyebrow">{ORDER_RECEIVED_MESSAGES.eyebrow}</p>
        <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
          {thanks.heading}
        </h1>
        <div className="grid gap-2">
          <p className="max-w-text text-lg">{ORDER_RECEIVED_MESSAGES.promise(thanks.when)}</p>
          {thanks.line}
        </div>
        <EnquiryReference kind="order" reference={reference} />
        <LeftOutFiles names={leftOutFiles} />
        <OwnPage path={ownPage} />
        <SiteLink to="/" className="button button-primary">
          {ORDER_RECEIVED_MESSAGES.home}
        </SiteLink>
      </div>
      <div>
        <ReplyDrawing className="mb-10 w-full max-w-96" />
        {shownSteps.length > 0 && (
          <>
            <h2 className="text-2xl">{ORDER_RECEIVED_MESSAGES.nextSteps}</h2>
            <ol className="mt-6 grid gap-6">
              {shownSteps.map(({ title, text }, index) => (
                <li key={index} className="grid grid-cols-[2.5rem_1fr]">
                  <span
                    aria-hidden="true"
                    className="font-display text-2xl leading-none text-accent-2"
                  >
                    {index + 1}
                  </span>
                  <div>
                    <h3 className="text-lg leading-tight">{capitalize(title)}</h3>
                    <p className="mt-1 max-w-text text-ink-muted">{text}</p>
                  </div>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}

/** '{response}' may begin a title. */
function capitalize(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}

function LeftOutFiles({ names }: { names: readonly string[] | undefined }) {
  const { state } = useLocation();
  const isHydrated = useIsHydrated();
  const { leftOutFiles } = (state ?? {}) as { leftOutFiles?: readonly string[] };
  const leftOut = names ?? (isHydrated ? leftOutFiles : undefined) ?? [];
  if (leftOut.length === 0) return null;
  return (
    <div className="card grid max-w-text gap-2 border-s-4 border-s-alert p-4">
      {leftOut.map((name) => (
        <p key={name} className="wrap-anywhere">
          {leftOutMessage(name)}
        </p>
      ))}
      <p>{ORDER_RECEIVED_MESSAGES.sendLater}</p>
    </div>
  );
}
