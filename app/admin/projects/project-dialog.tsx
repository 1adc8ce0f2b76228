import { ImageField, ImageUploader } from '#app/admin/ui/image-field.tsx';
import { useRecordForm } from '#app/admin/content/use-record-form.ts';
import type { ContentDialogProps } from '#app/admin/content/content-page.tsx';
import {
  fieldId,
  FormDialog,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { NEW_PROJECT, splitList } from '#shared/projects/values.ts';
import { type AdminProject, projectFormSchema } from '#shared/projects/admin-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { PROJECT_TEXTS } from './project-texts.ts';

type Values = typeof NEW_PROJECT;

const LABELS: Record<keyof Values, string> = {
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

function valuesOf(project: AdminProject): Values {
  return {
    title: project.title,
    shortDescription: project.shortDescription,
    fullDescription: project.fullDescription ?? '',
    industryCategory: project.industryCategory,
    techStack: project.techStack.join(', '),
    featuredImageUrl: project.featuredImageUrl ?? '',
    featuredImageAlt: project.featuredImageAlt,
    galleryImages: project.galleryImages.join(', '),
    clientName: project.clientName ?? '',
    clientQuote: project.clientQuote ?? '',
    challengeText: project.challengeText ?? '',
    solutionText: project.solutionText ?? '',
    resultsText: project.resultsText ?? '',
    isPublished: project.isPublished,
  };
}

// Null for a new one.
type Props = ContentDialogProps & { project: AdminProject | null };

export function ProjectDialog({ project, onClose, onSaved }: Props) {
  const form = useRecordForm<AdminProject, Values>({
    path: 'projects',
    record: project,
    schema: projectFormSchema,
    blank: NEW_PROJECT,
    valuesOf,
    texts: PROJECT_TEXTS,
    isConflictTold: true,
    onSaved,
  });
  const { values, errors, setValue } = form;
  const gallery = splitList(values.galleryImages);

  return (
    <FormDialog
      title={form.record ? PROJECT_TEXTS.editTitle : PROJECT_TEXTS.createTitle}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={form.record ? 'Save Changes' : 'Create Project'}
    >
      <TextField form={form} name="title" label={LABELS.title} />
      <TextAreaField form={form} name="shortDescription" label={LABELS.shortDescription} rows={2} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="industryCategory"
          label={LABELS.industryCategory}
          options={INDUSTRIES}
        />
        <TextField
          form={form}
          name="techStack"
          label={LABELS.techStack}
          placeholder="React, Node.js, PostgreSQL"
          hint="Separated by commas"
        />
      </div>
      <TextAreaField form={form} name="fullDescription" label={LABELS.fullDescription} rows={5} />
      <ImageField
        id={fieldId('featuredImageUrl')}
        altId={fieldId('featuredImageAlt')}
        label={LABELS.featuredImageUrl}
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
          form={form}
          name="galleryImages"
          label={LABELS.galleryImages}
          rows={3}
          hint="Addresses of uploaded images, separated by commas. An upload adds its address."
        />
        <ImageUploader
          label={LABELS.galleryImages}
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
        <TextField form={form} name="clientName" label={LABELS.clientName} />
        <TextAreaField form={form} name="clientQuote" label={LABELS.clientQuote} rows={2} />
      </div>
      <TextAreaField form={form} name="challengeText" label={LABELS.challengeText} />
      <TextAreaField form={form} name="solutionText" label={LABELS.solutionText} />
      <TextAreaField form={form} name="resultsText" label={LABELS.resultsText} />
      <SwitchField
        form={form}
        name="isPublished"
        label={LABELS.isPublished}
        hint="A draft is seen by administrators only."
      />
    </FormDialog>
  );
}
