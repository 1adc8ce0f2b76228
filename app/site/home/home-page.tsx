import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '#app/components/toasts.tsx';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { isPlainClick } from '#app/lib/plain-click.ts';
import './home.css';
import { HOME_FAILURES } from './messages.ts';
import { type TestimonialName, Testimonials } from './testimonials.tsx';
import { Work } from './work.tsx';

type HomeData = {
  testimonials: TestimonialName[];
  /** What the server rendered, by name; not in the page data of a document, where it stands as markup. */
  html: Record<string, string> | undefined;
  failed: { testimonials: boolean; blogPosts: boolean };
};

export function HomePage({ testimonials, failed, html }: HomeData) {
  useLoadFailureToasts(failed);
  useLinksOfMarkup();
  return (
    <>
      <DocumentHtml name="structuredData" html={html?.structuredData} />
      <DocumentHtml name="beginning" html={html?.beginning} />
      <Work projectHtml={html?.work} demoHtml={html?.demo} />
      <DocumentHtml name="caseStudies" html={html?.caseStudies} />
      <Testimonials testimonials={testimonials} html={html} />
      <DocumentHtml name="end" html={html?.end} />
    </>
  );
}

/** Follows links in what the server rendered as markup within the site, as `SiteLink` does. */
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
