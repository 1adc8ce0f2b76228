import { sql } from 'kysely';
import type { OrderListItem } from '#shared/orders/admin-schema.ts';

export const LIST_COLUMNS = [
  'id',
  'reference',
  'fullName',
  'email',
  'company',
  'serviceType',
  'estimatedBudget',
  'targetTimeline',
  'status',
  'isSuspect',
  'createdAt',
  'updatedAt',
] as const;

export function fileCount() {
  return sql<number>`cardinality(file_urls)`.as('fileCount');
}

/** The fields of a list row that say who wrote. */
export const LIST_CONTACT_FIELDS = ['full_name', 'email', 'company'] as const;

export const DETAIL_CONTACT_FIELDS = [
  'full_name',
  'email',
  'phone',
  'company',
  'project_description',
  'file_urls',
  'notes',
] as const;

type ListRow = Omit<
  OrderListItem,
  'estimatedBudget' | 'targetTimeline' | 'createdAt' | 'updatedAt'
> & { estimatedBudget: string; targetTimeline: string; createdAt: Date; updatedAt: Date };

export function presentListItem(row: ListRow): OrderListItem {
  return {
    id: row.id,
    reference: row.reference,
    fullName: row.fullName,
    email: row.email,
    company: row.company,
    serviceType: row.serviceType,
    // The database's check constraint knows no other values.
    estimatedBudget: row.estimatedBudget as OrderListItem['estimatedBudget'],
    targetTimeline: row.targetTimeline as OrderListItem['targetTimeline'],
    status: row.status,
    isSuspect: row.isSuspect,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    fileCount: row.fileCount,
  };
}
