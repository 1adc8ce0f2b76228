import { LoginShell } from '#app/admin/layout/login-shell.tsx';

export function meta() {
  return [{ title: 'Admin Login' }, { name: 'robots', content: 'noindex' }];
}

export default function LoginRoute() {
  return <LoginShell />;
}
