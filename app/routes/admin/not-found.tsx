import { data } from 'react-router';

export function loader() {
  return data(null, { status: 404 });
}

export { AdminNotFound as default } from '#app/admin/shell/not-found.tsx';
