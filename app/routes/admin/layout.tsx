export function meta() {
  return [{ title: 'Admin Panel' }, { name: 'robots', content: 'noindex' }];
}

export { AdminLayout as default } from '#app/admin/shell/admin-layout.tsx';
