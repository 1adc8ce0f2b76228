import { ProjectsPage } from '#app/admin/projects/projects-page.tsx';

export default function AdminProjectsRoute() {
  return <ProjectsPage />;
}
