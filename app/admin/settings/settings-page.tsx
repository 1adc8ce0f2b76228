import { useEffect } from 'react';
import { ErrorPanel } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Spinner } from '#app/admin/ui/spinner.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { SettingsForm } from './settings-form.tsx';

/** The form follows what others save while nothing is typed; what is typed stays, and meets theirs as a notice or a conflict. */
export function SettingsPage() {
  const notify = useNotify();
  const { data, error, isLoading, reload } = useApiQuery<AdminSiteSettings>('site-settings');
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasFailed) notify.error(SETTINGS_MESSAGES.loadFailed);
  }, [hasFailed, notify]);

  if (data) return <SettingsForm settings={data} />;
  return (
    <AdminPage title="Settings">
      {isLoading && <Spinner label="Loading settings..." />}
      {error && !isLoading && <ErrorPanel error={error} onRetry={() => void reload()} />}
    </AdminPage>
  );
}
