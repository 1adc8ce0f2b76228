import {
  CREATED_COLUMN,
  defineContent,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  type AdminProject,
  type AdminProjectSummary,
  projectFormSchema,
} from '#shared/projects/admin-schema.ts';
import { NEW_PROJECT, PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import { PROJECT_LABELS, PROJECT_SCREEN_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';
import { ProjectFields } from './project-fields.tsx';
import { ProjectStory } from '#app/components/project/project-story.tsx';
import { StoredImage } from '#app/components/image/stored-image.tsx';

export const SCREEN = defineContent<AdminProject, typeof NEW_PROJECT, AdminProjectSummary>({
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
  labels: PROJECT_LABELS,
  Fields: ProjectFields,
  publication: {
    category: { label: MESSAGES.industry, all: MESSAGES.allIndustries, names: PROJECT_CATEGORIES },
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
