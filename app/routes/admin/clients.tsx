import { CLIENTS } from '#app/admin/clients/clients.tsx';
import { ContentScreen } from '#app/admin/content/content-screen.tsx';

export default function ClientsRoute() {
  return <ContentScreen definition={CLIENTS} />;
}
