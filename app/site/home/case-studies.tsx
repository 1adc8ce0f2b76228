import { DocumentHtml } from '#app/lib/document-html.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { CASE_STUDIES_INTRO, HOME_BUTTONS } from './messages.ts';

type Props = { storiesHtml: string | undefined; statisticsHtml: string | undefined };

export function CaseStudies({ storiesHtml, statisticsHtml }: Props) {
  return (
    <section
      id="case-studies"
      aria-labelledby="case-studies-heading"
      className="section-space border-t border-line bg-surface-raised"
    >
      <div className="content-width grid gap-12 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <div className="grid content-start gap-5">
          <div className="grid gap-5 lg:sticky lg:top-28">
            <h2 id="case-studies-heading" className="text-3xl">
              {CASE_STUDIES_INTRO.heading}
            </h2>
            <p className="text-lg text-ink-muted">{CASE_STUDIES_INTRO.text}</p>
            <SiteLink
              to="/order"
              prefetch="intent"
              className="button button-primary mt-2 justify-self-start"
            >
              {HOME_BUTTONS.start}
            </SiteLink>
          </div>
        </div>
        <DocumentHtml name="caseStories" html={storiesHtml} />
        <DocumentHtml name="headlineStatistics" html={statisticsHtml} className="lg:col-span-2" />
      </div>
    </section>
  );
}
