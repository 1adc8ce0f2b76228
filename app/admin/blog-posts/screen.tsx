import {
  CREATED_COLUMN,
  defineContent,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  type AdminBlogPost,
  type AdminBlogPostSummary,
  blogPostInputSchema,
} from '#shared/blog-posts/admin-schema.ts';
import { NEW_BLOG_POST } from '#shared/blog-posts/values.ts';
import { BLOG_POST_LABELS, BLOG_SCREEN_MESSAGES as MESSAGES } from '#shared/blog-posts/messages.ts';
import { BlogPostFields } from './blog-post-fields.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';

export const SCREEN = defineContent<AdminBlogPost, typeof NEW_BLOG_POST, AdminBlogPostSummary>({
  entity: CONTENT.blogPosts,
  columns: [
    { label: BLOG_POST_LABELS.title, renderCell: ({ title }) => title, isHead: true },
    textColumn(BLOG_POST_LABELS.category, ({ category }) => category),
    textColumn(BLOG_POST_LABELS.author, ({ author }) => author),
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  schema: blogPostInputSchema,
  blank: NEW_BLOG_POST,
  labels: BLOG_POST_LABELS,
  Fields: BlogPostFields,
  publication: {
    category: { label: BLOG_POST_LABELS.category, all: MESSAGES.allCategories },
    publicPathOf: ({ slug }) => `/blog/${slug}`,
    previewPath: '/admin/preview/blog',
    Preview: BlogPostPreview,
  },
});

function BlogPostPreview({ record: post }: { record: AdminBlogPost }) {
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
