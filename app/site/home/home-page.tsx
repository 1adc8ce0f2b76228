import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { Testimonial } from '#shared/testimonials/schema.ts';
import { useToast } from '#app/components/toasts.tsx';
import { DocumentHtml } from '#app/lib/document-html.tsx';
import { CaseStudies } from './case-studies.tsx';
import { Closing } from './closing.tsx';
import { Hero } from './hero.tsx';
import './home.css';
import { LatestBlogs } from './latest-blogs.tsx';
import { HOME_FAILURES } from './messages.ts';
import { Process } from './process.tsx';
import { Testimonials } from './testimonials.tsx';
import { Work } from './work.tsx';

/** Parts of the page that the server renders; see static-html.server.tsx. */
type StaticHtml = Record<
  | 'heroDrawing'
  | 'about'
  | 'services'
  | 'process'
  | 'work'
  | 'demo'
  | 'caseStories'
  | 'headlineStatistics'
  | 'team'
  | 'structuredData',
  string
>;

type HomeData = {
  testimonials: Testimonial[];
  blogPosts: BlogPostSummary[];
  /** Not in the page data of a document, where it stands as markup. */
  html: StaticHtml | undefined;
  failed: { testimonials: boolean; blogPosts: boolean };
};

export function HomePage(props: HomeData) {
  const { testimonials, blogPosts, failed, html } = props;
  useLoadFailureToasts(failed);
  useLinksOfMarkup();
  return (
    <>
      <DocumentHtml name="structuredData" html={html?.structuredData} />
      <Hero drawingHtml={html?.heroDrawing} />
      <TextSection name="about" html={html} isTight textClass="grid gap-8 lg:gap-14" />
      <TextSection
        name="services"
        html={html}
        className="border-y border-line bg-surface-sunken"
        textClass="grid gap-6 lg:gap-10"
      />
      <Process textHtml={html?.process} />
      <Work projectHtml={html?.work} demoHtml={html?.demo} />
      <CaseStudies storiesHtml={html?.caseStories} statisticsHtml={html?.headlineStatistics} />
      <Testimonials testimonials={testimonials} html={html} />
      <LatestBlogs posts={blogPosts} hasFailed={failed.blogPosts} html={html} />
      <Closing teamHtml={html?.team} />
    </>
  );
}

type TextSectionProps = {
  name: 'about' | 'services';
  html: StaticHtml | undefined;
  isTight?: boolean;
  className?: string;
  textClass: string;
};

/** A section that the server has made as a whole. */
function TextSection({ name, html, isTight, className = '', textClass }: TextSectionProps) {
  return (
    <section
      id={name}
      aria-labelledby={`${name}-heading`}
      className={`${isTight ? 'section-space-tight' : 'section-space'} ${className}`}
    >
      <DocumentHtml name={name} html={html?.[name]} className={`content-width ${textClass}`} />
    </section>
  );
}

/** Follows links in what the server rendered as markup within the site, as `SiteLink` does. */
function useLinksOfMarkup() {
  const navigate = useNavigate();
  useEffect(() => {
    function handleClick(event: MouseEvent) {
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link =
        event.target instanceof Element && event.target.closest('[data-html] a[href^="/"]');
      if (!link || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(link.getAttribute('href') ?? '/');
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
