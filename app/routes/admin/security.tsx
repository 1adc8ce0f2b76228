export { SecurityPage as default } from '#app/admin/security/security-page.tsx';
