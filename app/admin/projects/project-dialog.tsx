import { getJson, isAbort, sendJson } from '#app/admin/lib/api.ts';
import { ImageField, ImageUploader } from '#app/admin/lib/image-field.tsx';
import { useNotify } from '#app/admin/lib/notify.ts';
import { useResource } from '#app/admin/lib/use-resource.ts';
import { Dialog } from '#app/admin/layout/dialog.tsx';
import {
  fieldId,
  FormDialog,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useForm,
} from '#app/admin/layout/form.tsx';
import { ErrorPanel } from '#app/admin/layout/list.tsx';
import { Spinner } from '#app/admin/layout/spinner.tsx';
import { NEW_PROJECT, splitList } from '#shared/projects-form.ts';
import { type AdminProject, projectFormSchema } from '#shared/projects-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects.ts';
import { isMediaPath } from '#shared/uploads.ts';
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

type Props = { onClose: () => void; onSaved: () => void };

export function NewProjectDialog(props: Props) {
  return <ProjectForm {...props} project={null} title={PROJECT_TEXTS.createTitle} />;
}

/** Reads the project first: the list does not carry its texts. */
export function EditProjectDialog({ id, ...props }: Props & { id: string }) {
  const { data: project, error, reload } = useResource<AdminProject>(`projects/${id}`);
  if (project) return <ProjectForm {...props} project={project} title={PROJECT_TEXTS.editTitle} />;
  return (
    <Dialog title={PROJECT_TEXTS.editTitle} isOpen size="large" onClose={props.onClose}>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void reload()} />
      ) : (
        <Spinner label="Loading the project..." />
      )}
    </Dialog>
  );
}

type FormProps = Props & { project: AdminProject | null; title: string };

function ProjectForm({ project, title, onClose, onSaved }: FormProps) {
  const notify = useNotify();
  const form = useForm({
    schema: projectFormSchema,
    initial: project ? valuesOf(project) : NEW_PROJECT,
    version: project?.updatedAt ?? '',
    async save(input, version) {
      try {
        if (project) {
          await sendJson('PUT', `projects/${project.id}`, { ...input, updatedAt: version });
        } else await sendJson('POST', 'projects', input);
      } catch (failure) {
        if (!isAbort(failure)) notify.error(PROJECT_TEXTS.saveFailed);
        throw failure;
      }
      notify.success(project ? PROJECT_TEXTS.updated : PROJECT_TEXTS.created);
      onSaved();
    },
    ...(project
      ? {
          async loadCurrent() {
            const current = await getJson<AdminProject>(`projects/${project.id}`);
            return { values: valuesOf(current), version: current.updatedAt };
          },
        }
      : {}),
  });
  const { values, errors, setValue } = form;
  const gallery = splitList(values.galleryImages);

  return (
    <FormDialog
      title={title}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={project ? 'Save Changes' : 'Create Project'}
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
