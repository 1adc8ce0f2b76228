import { Link } from 'react-router';
import { FigureValue } from './figure-value.tsx';
import { CASE_STUDIES, CASE_STUDIES_INTRO, HEADLINE_FIGURES } from './home-content.ts';

export function CaseStudies() {
  return (
    <section
      id="case-studies"
      aria-labelledby="case-studies-heading"
      className="section-space border-t border-line bg-surface-raised"
    >
      <div className="content-width grid gap-12 lg:grid-cols-12 lg:gap-16">
        <div className="grid content-start gap-5 lg:col-span-4">
          <div className="grid gap-5 lg:sticky lg:top-28">
            <h2 id="case-studies-heading" className="text-3xl">
              {CASE_STUDIES_INTRO.heading}
            </h2>
            <p className="text-lg text-ink-muted">{CASE_STUDIES_INTRO.text}</p>
            <Link
              to="/order"
              prefetch="intent"
              className="button button-primary mt-2 justify-self-start"
            >
              Start Your Project
            </Link>
          </div>
        </div>
        <div className="lg:col-span-8">
          {CASE_STUDIES.map(({ industry, title, situation, built, result }) => (
            <article
              key={industry}
              className="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 last:pb-0 lg:py-12"
            >
              <header className="grid gap-2">
                <p className="eyebrow">{industry}</p>
                <h3 className="text-2xl">{title}</h3>
              </header>
              <dl className="grid gap-5 md:grid-cols-2 md:gap-x-10">
                <div>
                  <dt className="text-sm font-semibold">What was wrong</dt>
                  <dd className="text-ink-muted">{situation}</dd>
                </div>
                <div>
                  <dt className="text-sm font-semibold">What we built</dt>
                  <dd className="text-ink-muted">{built}</dd>
                </div>
                <div className="border-s-2 border-accent ps-4 md:col-span-2">
                  <dt className="text-sm font-semibold text-accent">What changed</dt>
                  <dd className="text-lg">{result}</dd>
                </div>
              </dl>
            </article>
          ))}
        </div>
        <dl className="grid grid-cols-2 border-t border-line sm:grid-cols-3 lg:col-span-12 lg:grid-cols-6">
          {HEADLINE_FIGURES.map(({ value, suffix, label }) => (
            <div
              key={label}
              className="flex flex-col-reverse justify-end gap-1 border-b border-line py-5 pe-4 lg:border-b-0 lg:py-8"
            >
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className="font-display text-3xl font-semibold tracking-tight">
                <FigureValue value={value} suffix={suffix} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
