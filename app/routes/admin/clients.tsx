import { ClientsPage } from '#app/admin/clients/clients-page.tsx';

export default function ClientsRoute() {
  return <ClientsPage />;
}
