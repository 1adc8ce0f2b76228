import { StoredImage } from '#app/components/image/stored-image.tsx';
import { fieldsOf, type RecordForm } from '#app/admin/content/definition.tsx';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { SelectField, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField, ImageUploader } from '#app/admin/ui/image/image-field.tsx';
import type { AdminProject } from '#shared/projects/admin-schema.ts';
import { type NEW_PROJECT, PROJECT_CATEGORIES, splitList } from '#shared/projects/values.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { PROJECT_LABELS, PROJECT_SCREEN_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import { ResultFields } from './result-fields.tsx';

const INDUSTRIES = PROJECT_CATEGORIES.map((name) => ({ value: name, label: name }));

export function ProjectFields({ form }: { form: RecordForm<AdminProject, typeof NEW_PROJECT> }) {
  const field = fieldsOf(form, PROJECT_LABELS);
  const gallery = splitList(form.values.galleryImages);

  return (
    <>
      <TextField {...field('title')} />
      <TextAreaField {...field('shortDescription')} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('industryCategory')} options={INDUSTRIES} />
        <TextField
          {...field('techStack')}
          placeholder={MESSAGES.techStackExample}
          hint={MESSAGES.techStackHint}
        />
      </div>
      <TextAreaField {...field('fullDescription')} rows={5} />
      <ImageField
        {...field('featuredImageUrl')}
        folder="project-images"
        altName="featuredImageAlt"
        crop="aspect-[16/10] rounded"
      />
      <div className="grid gap-2">
        <TextAreaField {...field('galleryImages')} rows={3} hint={MESSAGES.galleryHint} />
        <ImageUploader
          label={PROJECT_LABELS.galleryImages}
          folder="project-images"
          buttonText={MESSAGES.addImage}
          onUploaded={(url) => form.setValue('galleryImages', [...gallery, url].join(', '))}
        />
        {gallery.some(isMediaPath) && (
          <ul aria-label={MESSAGES.galleryPreview} className="flex flex-wrap gap-2">
            {[...new Set(gallery)].filter(isMediaPath).map((url, index) => (
              <li key={url}>
                <StoredImage
                  url={url}
                  alt={MESSAGES.galleryImage(index + 1)}
                  sizes="112px"
                  className="h-16 w-28 rounded border border-line bg-surface-sunken object-cover"
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('clientName')} />
        <TextAreaField {...field('clientQuote')} rows={2} />
      </div>
      <TextAreaField {...field('challengeText')} />
      <TextAreaField {...field('solutionText')} />
      <TextAreaField {...field('resultsText')} />
      <ResultFields form={form} />
      <SwitchField {...field('isFeatured')} hint={MESSAGES.featuredHint} />
      <SwitchField {...field('isPublished')} hint={CONTENT_MESSAGES.draftHint} />
    </>
  );
}
