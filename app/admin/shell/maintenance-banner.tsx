import { Construction } from 'lucide-react';
import { Link } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { LAYOUT_MESSAGES } from './messages.ts';

const SETTINGS = '/admin/settings?tab=maintenance';

/** Says on every screen that visitors meet the maintenance screen. */
export function MaintenanceBanner() {
  const { may, mayOpen } = useRole();
  const { data } = useApiQuery<AdminSiteSettings>('site-settings', { enabled: may('work') });
  if (!data?.maintenanceMode) return null;
  return (
    <section
      aria-label={LAYOUT_MESSAGES.maintenance}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-s-4 border-line border-s-warn bg-surface-raised px-4 py-2 lg:px-6"
    >
      <Construction aria-hidden className="size-4 shrink-0 text-warn" />
      <p className="font-medium">{SETTINGS_MESSAGES.maintenanceIsOn}</p>
      {mayOpen(SETTINGS) && (
        <Link to={SETTINGS} className="link">
          {SETTINGS_MESSAGES.maintenanceSettings}
        </Link>
      )}
    </section>
  );
}
