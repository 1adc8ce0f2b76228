import { data } from 'react-router';
import { AdminNotFound } from '#app/admin/shell/not-found.tsx';

export function loader() {
  return data(null, { status: 404 });
}

export default function AdminNotFoundRoute() {
  return <AdminNotFound />;
}
