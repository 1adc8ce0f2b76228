import {
  CREATED_COLUMN,
  defineContent,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { useCategoryNames } from '#app/admin/content/use-category-names.ts';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  type AdminProject,
  type AdminProjectSummary,
  NEW_PROJECT,
  PROJECT_FIELDS,
  PROJECT_LABELS,
  projectFormSchema,
  type ProjectValues,
} from '#shared/projects/admin-schema.ts';
import { splitList } from '#shared/projects/values.ts';
import { PROJECT_SCREEN_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import { ProjectStory } from '#app/components/project/project-story.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';
import { CONTENT_MESSAGES } from '#app/admin/content/messages.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { ContentField } from '#app/admin/ui/fields/content-field.tsx';
import { fieldsOf, fieldId, SelectField, SwitchField, TextField } from '#app/admin/ui/form.tsx';
import { FocalPointField } from '#app/admin/ui/image/focal-point-field.tsx';
import { ImageField, ImageUploader } from '#app/admin/ui/image/image-field.tsx';
import { IMAGE_MESSAGES } from '#app/admin/ui/messages.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { splitImageUrl } from '#shared/uploads/variants.ts';
import { getField } from '#shared/site-content/fields.ts';

/** Default of a new project if the owner offers it. */
const USUAL_CATEGORY = 'Other';
const CATEGORIES_PATH = 'site-content/project-categories';

export const SCREEN = defineContent<AdminProject, ProjectValues, AdminProjectSummary>({
  entity: CONTENT.projects,
  columns: [
    { label: PROJECT_LABELS.title, renderCell: ({ title }) => title, isHead: true },
    textColumn(MESSAGES.industry, ({ industryCategory }) => industryCategory),
    textColumn(MESSAGES.client, ({ clientName }) => clientName),
    STATUS_COLUMN,
    CREATED_COLUMN,
  ],
  schema: projectFormSchema,
  blank: NEW_PROJECT,
  fillBlank: ({ categories }) =>
    categories.includes(USUAL_CATEGORY) ? { industryCategory: USUAL_CATEGORY } : {},
  labels: PROJECT_LABELS,
  Fields: ProjectFields,
  publication: {
    category: { label: MESSAGES.industry, all: MESSAGES.allIndustries, path: CATEGORIES_PATH },
    publicPathOf: ({ id }) => `/project/${id}`,
    previewPath: '/admin/preview/project',
    Preview: ProjectPreview,
  },
});

function ProjectPreview({ record: project }: { record: AdminProject }) {
  return (
    <div className="card overflow-hidden pb-10 text-base">
      <ProjectStory
        project={project}
        image={
          project.featuredImageUrl && (
            <StoredImage
              url={project.featuredImageUrl}
              alt={project.featuredImageAlt}
              width={1200}
              height={750}
              sizes="96vw"
              isAboveFold
              className="mt-8 aspect-[16/10] w-full rounded border border-line object-cover"
            />
          )
        }
      />
    </div>
  );
}

function ProjectFields({ form }: { form: RecordForm<AdminProject, ProjectValues> }) {
  const field = fieldsOf(form, PROJECT_LABELS);
  const { shape } = PROJECT_FIELDS;
  const show = (name: keyof ProjectValues) => (
    <ContentField form={form} name={name} field={getField(shape[name])} />
  );
  const offered = useCategoryNames(CATEGORIES_PATH, { isOpen: true });
  const industries = [...new Set([form.record?.industryCategory ?? '', ...offered])].map(
    (name) => ({ value: name, label: name || MESSAGES.chooseIndustry }),
  );
  const gallery = splitList(form.values.galleryImages);
  const setGallery = (urls: string[]) => form.setValue('galleryImages', urls.join(', '));

  return (
    <>
      {show('title')}
      {show('shortDescription')}
      <div className="grid gap-4 sm:grid-cols-2">
        {offered.length > 0 && <SelectField {...field('industryCategory')} options={industries} />}
        <TextField
          {...field('techStack')}
          placeholder={MESSAGES.techStackExample}
          hint={getField(shape.techStack).help}
        />
      </div>
      {show('fullDescription')}
      <ImageField
        {...field('featuredImageUrl')}
        folder="project-images"
        altName="featuredImageAlt"
        crop="aspect-[16/10] rounded"
      />
      <div className="grid gap-2">
        {show('galleryImages')}
        <ImageUploader
          label={PROJECT_LABELS.galleryImages}
          folder="project-images"
          buttonText={MESSAGES.addImage}
          onUploaded={(url) => setGallery([...gallery, url])}
        />
        {gallery.some(isMediaPath) && (
          <ul aria-label={MESSAGES.galleryPreview} className="flex flex-wrap gap-2">
            {[...new Set(gallery)].filter(isMediaPath).map((url, index) => (
              <GalleryImage
                key={`${index} ${splitImageUrl(url).file}`}
                url={url}
                label={MESSAGES.galleryImage(index + 1)}
                onChange={(changed) =>
                  setGallery(gallery.map((entry) => (entry === url ? changed : entry)))
                }
                onRemove={() => {
                  setGallery(gallery.filter((entry) => entry !== url));
                  document.getElementById(fieldId('galleryImages'))?.focus();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {show('clientName')}
        {show('clientQuote')}
      </div>
      {show('challengeText')}
      {show('solutionText')}
      {show('resultsText')}
      {show('results')}
      {show('isFeatured')}
      <SwitchField {...field('isPublished')} hint={CONTENT_MESSAGES.draftHint} />
    </>
  );
}

type GalleryImageProps = {
  url: string;
  label: string;
  onChange: (url: string) => void;
  onRemove: () => void;
};

function GalleryImage({ url, label, onChange, onRemove }: GalleryImageProps) {
  return (
    <li className="has-[[open]]:basis-full">
      <details>
        <summary className="w-fit cursor-pointer">
          <StoredImage
            url={url}
            alt={label}
            sizes="112px"
            className="inline-block h-16 w-28 rounded border border-line bg-surface-sunken object-cover"
          />
        </summary>
        <div className="mt-2">
          <FocalPointField
            label={label}
            url={url}
            alt=""
            crop="aspect-[16/10] rounded"
            onChange={onChange}
          >
            <Button onClick={onRemove}>
              {IMAGE_MESSAGES.remove}
              <span className="sr-only"> {label}</span>
            </Button>
          </FocalPointField>
        </div>
      </details>
    </li>
  );
}
