import { useLocation } from 'react-router';
import { SiteContentScreen } from '#app/admin/site-content/site-content-screen.tsx';
import type { ContentScreen } from '#shared/site-content/types.ts';

export default function SiteContentRoute() {
  const [, , screen] = useLocation().pathname.split('/');
  return <SiteContentScreen screen={screen as ContentScreen} />;
}
