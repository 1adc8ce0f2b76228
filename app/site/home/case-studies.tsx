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
      <div className="content-width grid gap-8 lg:gap-12">
        <div className="grid gap-x-12 gap-y-4 sm:grid-cols-[1fr_auto] sm:items-end">
          <div className="grid gap-2">
            <h2 id="case-studies-heading" className="text-3xl">
              {CASE_STUDIES_INTRO.heading}
            </h2>
            <p className="text-ink-muted sm:text-lg">{CASE_STUDIES_INTRO.text}</p>
          </div>
          <SiteLink
            to="/order"
            prefetch="intent"
            className="button button-primary justify-self-start"
          >
            {HOME_BUTTONS.start}
          </SiteLink>
        </div>
        <DocumentHtml name="caseStories" html={storiesHtml} />
        <DocumentHtml name="headlineStatistics" html={statisticsHtml} />
      </div>
    </section>
  );
}
