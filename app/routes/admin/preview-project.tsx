import { PROJECTS } from '#app/admin/projects/screen.tsx';
import { ContentPreview } from '#app/admin/content/content-preview.tsx';

export default function PreviewProjectRoute() {
  return <ContentPreview definition={PROJECTS} />;
}
