import { usePublications } from '#app/admin/content/use-publications.tsx';
import { PublicationsPage } from '#app/admin/content/publications-page.tsx';
import { PROJECT_STATUSES } from '#shared/projects/values.ts';
import type { AdminProject, AdminProjectSummary } from '#shared/projects/admin-schema.ts';
import { PROJECT_CATEGORIES } from '#shared/projects/values.ts';
import { ProjectDialog } from './project-dialog.tsx';
import { PROJECT_TEXTS } from './project-texts.ts';

const INDUSTRIES = {
  label: 'Industry',
  options: [
    { value: 'all', label: 'All Industries' },
    ...PROJECT_CATEGORIES.map((name) => ({ value: name, label: name })),
  ],
};

const DETAILS = [
  { label: 'Industry', valueOf: (project: AdminProjectSummary) => project.industryCategory },
  {
    label: 'Client',
    valueOf: (project: AdminProjectSummary) => project.clientName?.trim() || 'N/A',
  },
];

export function ProjectsPage() {
  const projects = usePublications<AdminProjectSummary>({
    path: 'projects',
    table: 'projects',
    singular: 'project',
    texts: PROJECT_TEXTS,
  });
  return (
    <PublicationsPage<AdminProjectSummary, AdminProject>
      title={PROJECT_TEXTS.heading}
      plural="projects"
      newLabel="New Project"
      emptyHint="Write the first one with New Project."
      content={projects}
      statuses={PROJECT_STATUSES}
      category={INDUSTRIES}
      details={DETAILS}
      publicPathOf={({ id }) => `/project/${id}`}
      previewPath="/admin/preview/project"
      editTitle={PROJECT_TEXTS.editTitle}
      renderForm={(project, dialog) => <ProjectDialog {...dialog} project={project} />}
    />
  );
}
