import { useEffect, useRef } from 'react';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { Testimonial } from '#shared/testimonials/schema.ts';
import { useToast } from '#app/components/toasts.tsx';
import { StructuredData } from '#app/lib/trusted-html.tsx';
import { About } from './about.tsx';
import { CaseStudies } from './case-studies.tsx';
import { Closing } from './closing.tsx';
import { Hero } from './hero.tsx';
import './home.css';
import type { StaticHtml } from './home-data.ts';
import { LatestBlogs } from './latest-blogs.tsx';
import { HOME_FAILURES } from './messages.ts';
import { Process } from './process.tsx';
import { Services } from './services.tsx';
import { Testimonials } from './testimonials.tsx';

type HomeData = {
  testimonials: Testimonial[];
  blogPosts: BlogPostSummary[];
  /** Not in the page data of a document, where it stands as markup. */
  html: StaticHtml | undefined;
  structuredData: object[];
  failed: { testimonials: boolean; blogPosts: boolean };
};

export function HomePage(props: HomeData) {
  const { testimonials, blogPosts, failed, html, structuredData } = props;
  useLoadFailureToasts(failed);
  return (
    <>
      <StructuredData data={structuredData} />
      <Hero drawingHtml={html?.heroDrawing} />
      <About textHtml={html?.about} />
      <Services textHtml={html?.services} />
      <Process textHtml={html?.process} />
      <CaseStudies storiesHtml={html?.caseStories} statisticsHtml={html?.headlineStatistics} />
      <Testimonials testimonials={testimonials} />
      <LatestBlogs posts={blogPosts} hasFailed={failed.blogPosts} />
      <Closing />
    </>
  );
}

export function useLoadFailureToasts(failed: HomeData['failed']) {
  const showToast = useToast();
  const reported = useRef<HomeData['failed'] | null>(null);

  useEffect(() => {
    if (reported.current === failed) return;
    reported.current = failed;
    const strings = [
      failed.testimonials && HOME_FAILURES.testimonials,
      failed.blogPosts && HOME_FAILURES.blogPosts,
    ];
    for (const text of strings) {
      if (text) showToast({ title: HOME_FAILURES.title, text, isDestructive: true });
    }
  }, [failed, showToast]);
}
