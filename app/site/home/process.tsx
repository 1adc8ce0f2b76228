import { DocumentHtml } from '#app/lib/document-html.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { HOME_BUTTONS } from './messages.ts';

export function Process({ textHtml }: { textHtml: string | undefined }) {
  return (
    <section id="process" aria-labelledby="process-heading" className="section-space">
      <div className="content-width grid gap-8 lg:gap-10">
        <DocumentHtml name="process" html={textHtml} className="grid gap-6 lg:gap-10" />
        <div className="flex flex-wrap gap-3">
          <SiteLink to="/order" prefetch="intent" className="button button-primary">
            {HOME_BUTTONS.start}
          </SiteLink>
          <SiteLink to="/contact" prefetch="intent" className="button button-secondary">
            {HOME_BUTTONS.consult}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
