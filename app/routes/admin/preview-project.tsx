import { ProjectPreview } from '#app/admin/projects/project-preview.tsx';

export default function PreviewProjectRoute() {
  return <ProjectPreview />;
}
