import type { PageSettings } from '#shared/site-settings/schema.ts';

export type MaintenanceData = { maintenance: PageSettings };

export function isMaintenanceData(data: unknown): data is MaintenanceData {
  return typeof data === 'object' && data !== null && 'maintenance' in data;
}
