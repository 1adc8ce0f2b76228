import {
  CREATED_COLUMN,
  defineContent,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  type AdminBlogPost,
  type AdminBlogPostSummary,
  BLOG_POST_FIELDS,
  BLOG_POST_LABELS,
  blogPostInputSchema,
  type BlogPostValues,
} from '#shared/blog-posts/admin-schema.ts';
import { BLOG_SCREEN_MESSAGES as MESSAGES } from '#shared/blog-posts/messages.ts';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { DateText } from '#app/admin/ui/time.tsx';
import { TrustedHtml } from '#app/lib/trusted-html.tsx';
import { useRef } from 'react';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { useCategoryNames } from '#app/admin/content/use-category-names.ts';
import { LinkButton } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import {
  fieldsOf,
  fieldId,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField, type ImageTaker } from '#app/admin/ui/image/image-field.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import { readingMinutes } from '#shared/lib/reading-time.ts';
import { slugOf } from '#shared/lib/slug.ts';
import { buildEmpty } from '#shared/site-content/fields.ts';

const CATEGORIES_PATH = 'blog-posts/categories';

export const SCREEN = defineContent<AdminBlogPost, BlogPostValues, AdminBlogPostSummary>({
  entity: CONTENT.blogPosts,
  columns: [
    { label: BLOG_POST_LABELS.title, renderCell: ({ title }) => title, isHead: true },
    textColumn(BLOG_POST_LABELS.category, ({ category }) => category),
    textColumn(BLOG_POST_LABELS.author, ({ author }) => author),
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  schema: blogPostInputSchema,
  blank: buildEmpty(BLOG_POST_FIELDS),
  fillBlank: ({ company }) => ({ author: company.name }),
  labels: BLOG_POST_LABELS,
  Fields: BlogPostFields,
  publication: {
    category: {
      label: BLOG_POST_LABELS.category,
      all: MESSAGES.allCategories,
      path: CATEGORIES_PATH,
    },
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

type BlogPostForm = RecordForm<AdminBlogPost, BlogPostValues>;

function BlogPostFields({ form }: { form: BlogPostForm }) {
  const categories = useCategoryNames(CATEGORIES_PATH);
  const proposing = useProposals(form);
  const field = fieldsOf(proposing, BLOG_POST_LABELS);
  const featuredImage = useRef<ImageTaker>(null);
  const confirm = useConfirm();
  const suggestedMinutes = readingMinutes(form.values.content);

  async function offerImage(image: File) {
    const isReplacing = Boolean(form.values.featuredImageUrl);
    if (!(await confirm(isReplacing ? MESSAGES.replaceImage : MESSAGES.takeImage))) return;
    document.getElementById(fieldId('featuredImageUrl'))?.focus();
    featuredImage.current?.take(image);
  }

  return (
    <>
      <TextField {...field('title')} />
      <TextField {...field('slug')} hint={MESSAGES.address(form.values.slug)} />
      <TextAreaField {...field('excerpt')} rows={2} />
      <MarkdownEditor
        {...field('content')}
        previewPath="blog-posts/preview"
        onImage={(image) => void offerImage(image)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('author')} />
        <TextField
          {...field('category')}
          hint={
            categories.length > 0 && (
              <span className="flex flex-wrap items-center gap-1">
                {MESSAGES.inUse}
                {categories.slice(0, 8).map((name) => (
                  <LinkButton key={name} onClick={() => form.setValue('category', name)}>
                    {name}
                  </LinkButton>
                ))}
              </span>
            )
          }
        />
        <NumberField
          {...field('readingTime')}
          min={1}
          hint={
            form.values.content.trim() !== '' && suggestedMinutes !== form.values.readingTime ? (
              <>
                {MESSAGES.minutesNeeded(suggestedMinutes)}
                <LinkButton onClick={() => form.setValue('readingTime', suggestedMinutes)}>
                  {MESSAGES.takeMinutes(suggestedMinutes)}
                </LinkButton>
              </>
            ) : undefined
          }
        />
      </div>
      <ImageField
        ref={featuredImage}
        {...field('featuredImageUrl')}
        folder="blog-images"
        altName="featuredImageAlt"
        crop="aspect-video rounded"
      />
      <SwitchField {...field('isPublished')} hint={CONTENT_MESSAGES.draftHint} />
    </>
  );
}

/** Suggests the slug and, for new posts, the reading time, until they are edited by hand. */
function useProposals(form: BlogPostForm): BlogPostForm {
  const isNew = form.record === null;
  const byHand = useRef({ slug: !isNew, readingTime: !isNew });
  return {
    ...form,
    setValue(name, value) {
      form.setValue(name, value);
      if (name === 'slug') byHand.current.slug = value !== '';
      if (name === 'readingTime') byHand.current.readingTime = !Number.isNaN(value);
      if (name === 'title' && !byHand.current.slug) form.setValue('slug', slugOf(String(value)));
      if (name === 'content' && !byHand.current.readingTime && String(value).trim()) {
        form.setValue('readingTime', readingMinutes(String(value)));
      }
    },
  };
}
