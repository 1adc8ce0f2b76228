import { StoredImage } from '#app/components/image/stored-image.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { AdminBlogPost } from '#shared/blog-posts/admin-schema.ts';
import { BLOG_SCREEN_MESSAGES as MESSAGES } from '#shared/blog-posts/messages.ts';

export function BlogPostPreview({ record: post }: { record: AdminBlogPost }) {
  return (
    <article className="card grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-8">
      <p className="badge justify-self-start">{post.category}</p>
      <p className="max-w-text text-lg text-ink-muted wrap-anywhere">{post.excerpt}</p>
      <p className="text-ink-muted wrap-anywhere">
        {MESSAGES.author(post.author)}
        <DateText iso={post.createdAt} />
        {MESSAGES.readingTime(post.readingTime)}
      </p>
      {post.featuredImageUrl && (
        <StoredImage
          url={post.featuredImageUrl}
          alt={post.featuredImageAlt}
          width={1200}
          height={675}
          sizes="(min-width: 64rem) 896px, 92vw"
          className="aspect-video w-full max-w-4xl rounded border border-line object-cover"
        />
      )}
      {post.contentHtml === null ? (
        <p className="text-lg text-ink-muted">{MESSAGES.notRendered}</p>
      ) : (
        <TrustedHtml
          html={post.contentHtml}
          className="prose min-w-0 contain-content wrap-break-word [&_pre]:whitespace-pre-wrap"
        />
      )}
    </article>
  );
}
