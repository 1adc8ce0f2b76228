import { SettingsPage } from '#app/admin/settings/settings-page.tsx';

export default function SettingsRoute() {
  return <SettingsPage />;
}
