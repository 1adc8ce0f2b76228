import { QueryError } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { SETTINGS_SCREEN_MESSAGES as messages } from './messages.ts';
import { SettingsForm } from './settings-form.tsx';

/** Saved changes by others appear until something is typed; then they are a notice or a conflict. */
export function SettingsPage() {
  const settings = useApiQuery<AdminSiteSettings>('site-settings');
  useFailureToast(settings.error, SETTINGS_MESSAGES.loadFailed);

  if (settings.data) return <SettingsForm settings={settings.data} />;
  return (
    <AdminPage title={messages.title}>
      {settings.isLoading ? <Spinner label={messages.loading} /> : <QueryError query={settings} />}
    </AdminPage>
  );
}
