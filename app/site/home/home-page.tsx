import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '#app/components/toasts.tsx';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { isPlainClick } from '#app/lib/plain-click.ts';
import './home.css';
import { HOME_FAILURES, WORK_MESSAGES } from './messages.ts';
import { type TestimonialName, Testimonials } from './testimonials.tsx';
import { EightPointGrid } from '#app/site/layout/ornament.tsx';
import './demo/demo.css';

type HomeData = {
  testimonials: TestimonialName[];
  testimonialsHeading: string;
  work: WorkData | null;
  /** Rendered by the server, by name; a document contains it as markup instead. */
  html: Record<string, string> | undefined;
  failed: { testimonials: boolean; blogPosts: boolean };
};

export function HomePage({ testimonials, testimonialsHeading, work, failed, html }: HomeData) {
  useLoadFailureToasts(failed);
  useLinksOfMarkup();
  return (
    <>
      <DocumentHtml name="structuredData" html={html?.structuredData} />
      <DocumentHtml name="beginning" html={html?.beginning} />
      {work && <Work {...work} projectHtml={html?.work} demoHtml={html?.demo} />}
      <DocumentHtml name="caseStudies" html={html?.caseStudies} />
      <Testimonials heading={testimonialsHeading} testimonials={testimonials} html={html} />
      <DocumentHtml name="end" html={html?.end} />
    </>
  );
}

/** Links in markup of the server navigate like `SiteLink`. */
function useLinksOfMarkup() {
  const navigate = useNavigate();
  useEffect(() => {
    function handleClick(event: MouseEvent) {
      if (!isPlainClick(event)) return;
      const link =
        event.target instanceof Element && event.target.closest('[data-html] a[href^="/"]');
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      const href = link.getAttribute('href') ?? '/';
      void navigate(href);
      document.getElementById(href.split('#')[1] ?? '')?.focus({ preventScroll: true });
    }
    document.addEventListener('click', handleClick);
    return () => document.removeEventListener('click', handleClick);
  }, [navigate]);
}

export function useLoadFailureToasts(failed: HomeData['failed']) {
  const showToast = useToast();
  const reported = useRef<HomeData['failed'] | null>(null);

  useEffect(() => {
    if (reported.current === failed) return;
    reported.current = failed;
    for (const part of ['testimonials', 'blogPosts'] as const) {
      if (!failed[part]) continue;
      showToast({ title: HOME_FAILURES.title, text: HOME_FAILURES[part], isDestructive: true });
    }
  }, [failed, showToast]);
}

type WorkData = { headingId: string | undefined; hasDemo: boolean; note: string };
type Props = WorkData & { projectHtml: string | undefined; demoHtml: string | undefined };

function Work({ headingId, hasDemo, note, projectHtml, demoHtml }: Props) {
  return (
    <section
      id="demo"
      tabIndex={-1}
      aria-labelledby={headingId}
      className="section-space relative isolate grid gap-6 overflow-hidden -outline-offset-4 lg:gap-10"
    >
      <div
        aria-hidden="true"
        className="night absolute inset-0 -z-10 bg-surface *:[mask-image:linear-gradient(to_bottom_left,#000,transparent_60%)] *:opacity-45"
      >
        <EightPointGrid />
      </div>
      <DocumentHtml name="work" html={projectHtml} className="content-width night text-ink" />
      {hasDemo && (
        <div className="@container mx-auto w-[min(100%-2rem,84rem)]">
          <LiveDemo html={demoHtml} />
        </div>
      )}
      {hasDemo && note && <p className="content-width night text-sm text-ink-muted">{note}</p>}
    </section>
  );
}

/** Shows the server's markup until the demo itself is loaded, shortly before it is visible. */
function LiveDemo({ html }: { html: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [Desk, setDesk] = useState<ComponentType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import('./demo/shipment-desk.tsx').then(
          ({ ShipmentDesk }) => setDesk(() => ShipmentDesk),
          () => setHasFailed(true),
        );
      },
      { rootMargin: '800px 0px' },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={place}>
      {Desk ? <Desk /> : <DocumentHtml name="demo" html={html} />}
      {hasFailed && (
        <p role="status" className="p-4 text-sm text-alert">
          {WORK_MESSAGES.demoFailed}
        </p>
      )}
    </div>
  );
}
