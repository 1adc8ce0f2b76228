export { PrivacyPage as default } from '#app/admin/privacy/privacy-page.tsx';
