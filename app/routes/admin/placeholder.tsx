import { LoginShell } from '#app/admin/layout/login-shell.tsx';

export function meta() {
  return [{ title: 'Admin Panel' }, { name: 'robots', content: 'noindex' }];
}

export default function AdminRoute() {
  return <LoginShell />;
}
