export { SetupPage as default } from '#app/admin/setup/setup-page.tsx';
