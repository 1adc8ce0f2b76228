import { PROJECTS } from '#app/admin/projects/projects.tsx';
import { ContentScreen } from '#app/admin/content/content-screen.tsx';

export default function ProjectsRoute() {
  return <ContentScreen definition={PROJECTS} />;
}
