import { useRef } from 'react';
import { fieldsOf, type RecordForm } from '#app/admin/content/definition.tsx';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { useCategoryNames } from '#app/admin/content/use-category-names.ts';
import { CONTENT } from '#app/admin/data/content.ts';
import { LinkButton } from '#app/admin/ui/button.tsx';
import { useConfirm } from '#app/admin/ui/dialog.tsx';
import {
  fieldId,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField, type ImageTaker } from '#app/admin/ui/image/image-field.tsx';
import { MarkdownEditor } from '#app/admin/ui/markdown/markdown-editor.tsx';
import type { AdminBlogPost } from '#shared/blog-posts/admin-schema.ts';
import type { NEW_BLOG_POST } from '#shared/blog-posts/values.ts';
import { readingMinutes } from '#shared/lib/reading-time.ts';
import { slugOf } from '#shared/lib/slug.ts';
import { BLOG_POST_LABELS, BLOG_SCREEN_MESSAGES as MESSAGES } from '#shared/blog-posts/messages.ts';

type BlogPostForm = RecordForm<AdminBlogPost, typeof NEW_BLOG_POST>;

export function BlogPostFields({ form }: { form: BlogPostForm }) {
  const categories = useCategoryNames(CONTENT.blogPosts);
  const proposing = useProposals(form);
  const field = fieldsOf(proposing, BLOG_POST_LABELS);
  const featuredImage = useRef<ImageTaker>(null);
  const confirm = useConfirm();
  const suggestedMinutes = readingMinutes(form.values.content);

  async function offerImage(image: File) {
    const isReplacing = form.values.featuredImageUrl !== '';
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
