import type { PageSettings } from '#shared/site-settings/schema.ts';

export type MaintenanceData = { maintenance: PageSettings };

/** Whether an error's data is the one that public routes respond with during maintenance. */
export function isMaintenanceData(data: unknown): data is MaintenanceData {
  return typeof data === 'object' && data !== null && 'maintenance' in data;
}
