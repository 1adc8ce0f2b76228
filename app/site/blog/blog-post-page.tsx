import { useCompany } from '#app/components/live-settings.tsx';
import { formatLongDate } from '#app/lib/dates.ts';
import { BackLink } from '#app/site/layout/back-link.tsx';
import { ClosingCard } from '#app/site/layout/closing-card.tsx';
import { FeaturedImage } from '#app/site/layout/featured-image.tsx';
import { PageData } from '#app/site/layout/page-data.tsx';
import { ReadingLayout } from '#app/site/layout/reading/reading-layout.tsx';
import { SiteLink } from '#app/site/layout/site-link.tsx';
import { useCopy } from '#app/site/lib/page-copy.ts';
import type { BlogPostSummary } from '#shared/blog-posts/schema.ts';
import type { SiteContent } from '#shared/site-content/types.ts';
import { blogPostData, type ShownPost } from './blog-data.ts';
import { BLOG_MESSAGES, MISSING_POST, POST_MESSAGES } from './messages.ts';

type Props = {
  copy: SiteContent['page/post'];
  post: ShownPost;
  related: readonly BlogPostSummary[];
};

export function BlogPostPage({ copy, post, related }: Props) {
  const { timeZone } = useCompany();
  return (
    <>
      <PageData
        steps={[
          { name: BLOG_MESSAGES.heading, path: '/blog' },
          { name: post.title, path: `/blog/${post.slug}` },
        ]}
        subject={(site) => blogPostData(post, site)}
      />
      <article>
        <header className="content-width pt-6 lg:pt-10">
          <BackLink {...MISSING_POST.back} />
          <div className="mt-6 grid max-w-4xl justify-items-start gap-4 lg:mt-10">
            <p className="badge">{post.category}</p>
            <h1 className="text-4xl outline-none">{post.title}</h1>
            <p className="max-w-text text-lg text-ink-muted">{post.excerpt}</p>
          </div>
        </header>
        {post.featuredImageUrl && (
          <div className="mx-auto mt-10 max-w-content sm:px-[clamp(1rem,4vw,2rem)]">
            <FeaturedImage
              of={post}
              height={675}
              isAboveFold
              className="opened-image border-y border-line sm:rounded sm:border"
            />
          </div>
        )}
        <ReadingLayout
          sections={post.sections ?? []}
          className="mt-10 lg:mt-14"
          facts={
            <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-muted lg:grid lg:gap-2">
              <li className="font-medium text-ink">{POST_MESSAGES.author(post.author)}</li>
              <li>
                <time dateTime={post.createdAt}>{formatLongDate(post.createdAt, timeZone)}</time>
              </li>
              <li>{BLOG_MESSAGES.readingTime(post.readingTime)}</li>
            </ul>
          }
        >
          {post.sections === null && (
            <p className="text-lg text-ink-muted">{POST_MESSAGES.notRendered}</p>
          )}
        </ReadingLayout>
      </article>
      <ClosingCard copy={useCopy(copy)} links={['/contact', '/portfolio']} />
      {related.length > 0 && <RelatedArticles posts={related} />}
    </>
  );
}

function RelatedArticles({ posts }: { posts: readonly BlogPostSummary[] }) {
  return (
    <section aria-labelledby="related-heading" className="border-t border-line bg-surface-sunken">
      <div className="content-width grid gap-8 py-16 lg:grid-cols-[13rem_1fr] lg:gap-12 lg:py-24">
        <h2 id="related-heading" className="text-2xl">
          {POST_MESSAGES.related}
        </h2>
        <ul className="grid border-t border-line">
          {posts.map((post) => (
            <li
              key={post.id}
              className="group relative grid gap-x-8 gap-y-2 border-b border-line py-6 sm:grid-cols-[9rem_1fr]"
            >
              <p className="badge justify-self-start self-start">{post.category}</p>
              <div className="grid gap-2">
                <h3 className="text-xl">
                  <SiteLink
                    to={`/blog/${post.slug}`}
                    prefetch="intent"
                    className="after:absolute after:inset-0 group-hover:text-accent"
                  >
                    {post.title}
                  </SiteLink>
                </h3>
                <p className="max-w-text text-ink-muted">{post.excerpt}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
