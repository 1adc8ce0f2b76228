export { SettingsPage as default } from '#app/admin/settings/settings-page.tsx';
