import { LoginPage } from '#app/admin/login/login-page.tsx';

export function meta() {
  return [{ title: 'Admin Login' }, { name: 'robots', content: 'noindex' }];
}

export default function LoginRoute() {
  return <LoginPage />;
}
