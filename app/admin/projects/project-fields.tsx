import { fieldsOf, type RecordForm } from '#app/admin/content/definition.tsx';
import {
  fieldId,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField, ImageUploader } from '#app/admin/ui/image/image-field.tsx';
import type { AdminProject } from '#shared/projects/admin-schema.ts';
import { type NEW_PROJECT, PROJECT_CATEGORIES, splitList } from '#shared/projects/values.ts';
import { isMediaPath } from '#shared/uploads/values.ts';

type Values = typeof NEW_PROJECT;

export const PROJECT_LABELS: Record<keyof Values, string> = {
  title: 'Title',
  shortDescription: 'Short description',
  industryCategory: 'Industry category',
  fullDescription: 'Full description',
  techStack: 'Tech stack',
  featuredImageUrl: 'Featured image',
  featuredImageAlt: 'Alternative text',
  galleryImages: 'Gallery images',
  clientName: 'Client name',
  clientQuote: 'Client quote',
  challengeText: 'Challenge',
  solutionText: 'Solution',
  resultsText: 'Results',
  isPublished: 'Published',
};

const INDUSTRIES = PROJECT_CATEGORIES.map((name) => ({ value: name, label: name }));

export function ProjectFields({ form }: { form: RecordForm<AdminProject, Values> }) {
  const field = fieldsOf(form, PROJECT_LABELS);
  const { values, errors, setValue } = form;
  const gallery = splitList(values.galleryImages);

  return (
    <>
      <TextField {...field('title')} />
      <TextAreaField {...field('shortDescription')} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('industryCategory')} options={INDUSTRIES} />
        <TextField
          {...field('techStack')}
          placeholder="React, Node.js, PostgreSQL"
          hint="Separated by commas"
        />
      </div>
      <TextAreaField {...field('fullDescription')} rows={5} />
      <ImageField
        id={fieldId('featuredImageUrl')}
        altId={fieldId('featuredImageAlt')}
        label={PROJECT_LABELS.featuredImageUrl}
        folder="project-images"
        value={values.featuredImageUrl}
        onChange={(url) => setValue('featuredImageUrl', url)}
        alt={values.featuredImageAlt}
        onAltChange={(alt) => setValue('featuredImageAlt', alt)}
        altError={errors['featuredImageAlt']}
        error={errors['featuredImageUrl']}
      />
      <div className="grid gap-2">
        <TextAreaField
          {...field('galleryImages')}
          rows={3}
          hint="Addresses of uploaded images, separated by commas. An upload adds its address."
        />
        <ImageUploader
          label={PROJECT_LABELS.galleryImages}
          folder="project-images"
          buttonText="Add gallery image"
          onUploaded={(url) => setValue('galleryImages', [...gallery, url].join(', '))}
        />
        {gallery.some(isMediaPath) && (
          <ul aria-label="Gallery preview" className="flex flex-wrap gap-2">
            {[...new Set(gallery)].filter(isMediaPath).map((url, index) => (
              <li key={url}>
                <img
                  src={url}
                  alt={`Gallery ${index + 1}`}
                  decoding="async"
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
      <SwitchField {...field('isPublished')} hint="A draft is seen by administrators only." />
    </>
  );
}
