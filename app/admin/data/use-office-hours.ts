import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import { useApiQuery } from './use-api-query.ts';

/** The default hours until they are loaded. */
export function useOfficeHours(): OfficeHours {
  return useApiQuery<AdminSiteSettings>('site-settings').data?.officeHours ?? DEFAULT_OFFICE_HOURS;
}
