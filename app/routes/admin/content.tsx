import { useLocation } from 'react-router';
import { ContentPreview } from '#app/admin/content/content-preview.tsx';
import { ContentScreen } from '#app/admin/content/content-screen.tsx';
import type { Content } from '#app/admin/content/definition.tsx';

const DEFINITIONS = Object.values(
  import.meta.glob<Content>('#app/admin/*/screen.tsx', { eager: true, import: 'SCREEN' }),
);

export default function ContentRoute() {
  const pathname = useLocation().pathname.replace(/\/$/, '');
  const definition = DEFINITIONS.find(({ entity }) => entity.screen === pathname);
  if (definition) {
    const Screen = definition.Screen ?? ContentScreen;
    return <Screen key={definition.entity.path} definition={definition} />;
  }
  const previewed = DEFINITIONS.find(
    ({ publication }) => publication && pathname.startsWith(`${publication.previewPath}/`),
  );
  return previewed && <ContentPreview key={pathname} definition={previewed} />;
}
