import { useEffect, useRef } from 'react';
import { EightPointDivider } from '#app/site/layout/ornament.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { COMPANY } from '#shared/company/values.ts';
import { ORDER_NEXT_STEPS, ORDER_TEXTS } from './order-content.ts';

/** The end of an order: what was received and what happens next. It can be reloaded and printed. */
export function OrderReceived({ reference }: { reference: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <section className="content-width section-space grid gap-12 lg:grid-cols-[5fr_4fr] lg:gap-20">
      <div className="grid content-start justify-items-start gap-6">
        <p className="eyebrow">Order received</p>
        <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
          Thank You!
        </h1>
        <p className="max-w-text text-lg">
          We will contact you within 1 hour to discuss your project.
        </p>
        <dl className="card w-full max-w-md border-s-4 border-s-accent px-6 py-5">
          <dt className="text-sm text-ink-muted">Your reference</dt>
          <dd className="font-display text-2xl font-semibold tracking-wide tabular-nums">
            {reference}
          </dd>
        </dl>
        <p className="max-w-text text-ink-muted">
          Please name it when you write or call:{' '}
          <a
            href={`mailto:${COMPANY.email}?subject=${encodeURIComponent(`Order ${reference}`)}`}
            className="link"
          >
            {COMPANY.email}
          </a>
          ,{' '}
          <a href={COMPANY.phoneHref} className="link whitespace-nowrap">
            {COMPANY.phone}
          </a>
          .
        </p>
        <SiteLink to="/" className="button button-primary">
          Back to Home
        </SiteLink>
      </div>
      <div>
        <EightPointDivider className="mb-8" />
        <h2 className="text-2xl">{ORDER_TEXTS.nextStepsHeading}</h2>
        <ol className="mt-6 grid gap-6">
          {ORDER_NEXT_STEPS.map(({ title, text }, index) => (
            <li key={title} className="grid grid-cols-[2.5rem_1fr]">
              <span aria-hidden="true" className="font-display text-2xl leading-none text-accent-2">
                {index + 1}
              </span>
              <div>
                <h3 className="text-lg leading-tight">{title}</h3>
                <p className="mt-1 max-w-text text-ink-muted">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
