import { useRef } from 'react';
import { ImageField } from '#app/admin/ui/image-field.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import { useRecordForm } from '#app/admin/content/use-record-form.ts';
import type { ContentDialogProps } from '#app/admin/content/content-page.tsx';
import {
  fieldId,
  type Form,
  FormDialog,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { NEW_BLOG_POST } from '#shared/blog-posts/values.ts';
import { type AdminBlogPost, blogPostInputSchema } from '#shared/blog-posts/admin-schema.ts';
import { readingMinutes } from '#shared/lib/reading-time.ts';
import { slugOf } from '#shared/lib/slug.ts';
import { BLOG_POST_TEXTS } from './blog-post-texts.ts';

type Values = typeof NEW_BLOG_POST;

const LABELS: Record<keyof Values, string> = {
  title: 'Title',
  slug: 'Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  author: 'Author',
  category: 'Category',
  readingTime: 'Reading time (minutes)',
  featuredImageUrl: 'Featured image',
  featuredImageAlt: 'Alternative text',
  isPublished: 'Published',
};

function valuesOf(post: AdminBlogPost): Values {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    author: post.author,
    category: post.category,
    readingTime: post.readingTime,
    featuredImageUrl: post.featuredImageUrl ?? '',
    featuredImageAlt: post.featuredImageAlt,
    isPublished: post.isPublished,
  };
}

// Null for a new one.
type Props = ContentDialogProps & { post: AdminBlogPost | null; categories: readonly string[] };

export function BlogPostDialog({ post, categories, onClose, onSaved }: Props) {
  const form = useRecordForm<AdminBlogPost, Values>({
    path: 'blog-posts',
    record: post,
    schema: blogPostInputSchema,
    blank: NEW_BLOG_POST,
    valuesOf,
    texts: BLOG_POST_TEXTS,
    isConflictTold: true,
    onSaved,
  });
  const proposing = useProposals(form, form.record === null);
  const suggestedMinutes = readingMinutes(form.values.content);

  return (
    <FormDialog
      title={form.record ? BLOG_POST_TEXTS.editTitle : BLOG_POST_TEXTS.createTitle}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={form.record ? 'Save Changes' : 'Create Post'}
    >
      <TextField form={proposing} name="title" label={LABELS.title} />
      <TextField
        form={proposing}
        name="slug"
        label={LABELS.slug}
        hint={<>Address of the post: /blog/{form.values.slug || '...'}</>}
      />
      <TextAreaField form={proposing} name="excerpt" label={LABELS.excerpt} rows={2} />
      <MarkdownEditor
        id={fieldId('content')}
        label={LABELS.content}
        value={form.values.content}
        onChange={(content) => proposing.setValue('content', content)}
        error={form.errors['content']}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={proposing} name="author" label={LABELS.author} />
        <TextField
          form={proposing}
          name="category"
          label={LABELS.category}
          hint={
            categories.length > 0 && (
              <span className="flex flex-wrap items-center gap-1">
                In use:
                {categories.slice(0, 8).map((name) => (
                  <button
                    key={name}
                    type="button"
                    onClick={() => form.setValue('category', name)}
                    className="link"
                  >
                    {name}
                  </button>
                ))}
              </span>
            )
          }
        />
        <NumberField
          form={proposing}
          name="readingTime"
          label={LABELS.readingTime}
          min={1}
          hint={
            form.values.content.trim() !== '' && suggestedMinutes !== form.values.readingTime ? (
              <>
                The text takes about {suggestedMinutes} min.{' '}
                <button
                  type="button"
                  onClick={() => form.setValue('readingTime', suggestedMinutes)}
                  className="link"
                >
                  Use {suggestedMinutes}
                </button>
              </>
            ) : undefined
          }
        />
      </div>
      <ImageField
        id={fieldId('featuredImageUrl')}
        altId={fieldId('featuredImageAlt')}
        label={LABELS.featuredImageUrl}
        folder="blog-images"
        value={form.values.featuredImageUrl}
        onChange={(url) => form.setValue('featuredImageUrl', url)}
        alt={form.values.featuredImageAlt}
        onAltChange={(alt) => form.setValue('featuredImageAlt', alt)}
        altError={form.errors['featuredImageAlt']}
        error={form.errors['featuredImageUrl']}
      />
      <SwitchField
        form={form}
        name="isPublished"
        label={LABELS.isPublished}
        hint="A draft is seen by administrators only."
      />
    </FormDialog>
  );
}

/** Proposes the slug by the title and, for a new post, the reading time by the text, until they are written by hand. */
function useProposals(form: Form<Values>, isNew: boolean): Form<Values> {
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
