import { useParams } from 'react-router';
import { useResource } from '#app/admin/lib/use-resource.ts';
import { Badge } from '#app/admin/layout/badge.tsx';
import { ErrorPanel } from '#app/admin/layout/list.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { Spinner } from '#app/admin/layout/spinner.tsx';
import { DateText } from '#app/admin/layout/time.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import type { AdminBlogPost } from '#shared/blog-posts-schema.ts';

const REFRESH = { refreshOn: ['blog_posts'] };

/** A saved post as its page would show it, for administrators only. */
export function BlogPostPreview() {
  const { id = '' } = useParams();
  const {
    data: post,
    error,
    reload,
  } = useResource<AdminBlogPost>(`blog-posts/${encodeURIComponent(id)}`, REFRESH);
  if (!post) {
    return (
      <AdminPage title="Preview">
        {error ? (
          <ErrorPanel error={error} onRetry={() => void reload()} />
        ) : (
          <Spinner label="Loading the blog post..." />
        )}
      </AdminPage>
    );
  }
  return (
    <AdminPage
      title={post.title}
      documentTitle={`Preview: ${post.title}`}
      actions={
        <>
          <Badge tone={post.isPublished ? 'green' : 'yellow'}>
            {post.isPublished ? 'Published' : 'Draft'}
          </Badge>
          {post.isPublished && (
            <a href={`/blog/${post.slug}`} className="admin-button admin-button-secondary">
              Open the public page
            </a>
          )}
        </>
      }
    >
      {error && <ErrorPanel error={error} onRetry={() => void reload()} isKept />}
      <article className="card grid grid-cols-[minmax(0,1fr)] gap-5 p-5 sm:p-8">
        <p className="badge justify-self-start">{post.category}</p>
        <p className="max-w-text text-lg text-ink-muted wrap-anywhere">{post.excerpt}</p>
        <p className="text-ink-muted wrap-anywhere">
          By {post.author} · <DateText iso={post.createdAt} /> · {post.readingTime} min read
        </p>
        {post.featuredImageUrl && (
          <img
            src={post.featuredImageUrl}
            alt={post.featuredImageAlt}
            width={1200}
            height={675}
            decoding="async"
            className="aspect-video w-full max-w-4xl rounded border border-line object-cover"
          />
        )}
        {post.contentHtml === null ? (
          <p className="text-lg text-ink-muted">Error rendering content</p>
        ) : (
          <TrustedHtml
            html={post.contentHtml}
            className="prose min-w-0 wrap-break-word [&_pre]:whitespace-pre-wrap"
          />
        )}
      </article>
    </AdminPage>
  );
}
