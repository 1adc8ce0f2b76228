import type { AdminSiteSettings } from '#shared/site-settings/admin-schema.ts';
import type { QueueDue } from '#shared/queue/admin-schema.ts';
import { getClock } from '#shared/company/to-company.ts';
import {
  DEFAULT_OFFICE_HOURS,
  type OfficeClock,
  type OfficeHours,
} from '#shared/office-hours/values.ts';
import { useCompany } from '#app/components/live-settings.tsx';
import { useApiQuery } from './use-api-query.ts';
import { useRole } from './role.ts';

const REFRESH_MS = 60_000;

/** The default hours until they are loaded. */
export function useOfficeHours(): OfficeHours {
  return useApiQuery<AdminSiteSettings>('site-settings').data?.officeHours ?? DEFAULT_OFFICE_HOURS;
}

export function useOfficeClock(): OfficeClock {
  return getClock(useOfficeHours().timeZone, useCompany());
}

/** 0 without the permission to answer. */
export function useDue(): number {
  const { may } = useRole();
  const options = { enabled: may('work'), refetchInterval: REFRESH_MS };
  return useApiQuery<QueueDue>('queue/due', options).data?.due ?? 0;
}
