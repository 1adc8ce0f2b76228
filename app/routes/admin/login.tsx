export function meta() {
  return [{ title: 'Admin Login' }, { name: 'robots', content: 'noindex' }];
}

export { LoginPage as default } from '#app/admin/login/login-page.tsx';
