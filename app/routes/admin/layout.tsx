import { AdminLayout } from '#app/admin/shell/admin-layout.tsx';

export function meta() {
  return [{ title: 'Admin Panel' }, { name: 'robots', content: 'noindex' }];
}

export default function AdminRoute() {
  return <AdminLayout />;
}
