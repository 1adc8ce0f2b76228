import { sql } from 'kysely';
import {
  requireRecentProof,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { streamCsv } from '#server/lib/csv.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import type { ResponseReportQuery } from '#shared/reports/admin-schema.ts';
import { EXPORT_COLUMNS } from '#shared/reports/values.ts';
import { enquiries } from './enquiries.ts';
import { readPeriods } from './response-report.ts';

const BATCH = 2_000;

const EXPORTED_FIELDS = [
  'reference',
  'created_at',
  'promised_due_at',
  'first_response_at',
  'service_type',
  'source_page',
  'landing_page',
  'referrer',
  'assignee_id',
];

type Row = {
  id: string;
  reference: string;
  messageId: string | null;
  createdAt: Date;
  promisedDueAt: Date | null;
  respondedAt: Date | null;
  openMinutes: number | null;
  plainMinutes: number | null;
  isInTime: boolean | null;
  serviceType: string | null;
  sourcePage: string | null;
  landingPage: string | null;
  referrer: string | null;
  assignee: string | null;
};

const minutesOf = (minutes: number | null) => (minutes === null ? '' : minutes.toFixed(1));

function toRecord(row: Row): string[] {
  return [
    row.reference,
    row.messageId === null ? 'Order' : 'Message',
    row.createdAt.toISOString(),
    row.promisedDueAt?.toISOString() ?? '',
    row.respondedAt?.toISOString() ?? '',
    minutesOf(row.openMinutes),
    minutesOf(row.plainMinutes),
    row.isInTime === null ? '' : row.isInTime ? 'Yes' : 'No',
    row.serviceType ?? '',
    row.sourcePage ?? '',
    row.landingPage ?? '',
    row.referrer ?? '',
    row.assignee ?? '',
  ];
}

export async function exportEnquiries(
  ctx: ServiceContext,
  query: ResponseReportQuery,
): Promise<AsyncGenerator<string, void, undefined>> {
  requireRecentProof(ctx, 'administration');
  await withTransaction(ctx, (tx) =>
    logContactAccess(ctx, tx, { action: 'export', fields: EXPORTED_FIELDS }),
  );
  const { filter } = await readPeriods(ctx, query);
  let last: Pick<Row, 'createdAt' | 'id'> | undefined;
  return streamCsv(EXPORT_COLUMNS, async () => {
    const { rows } = await sql<Row>`
      with ${enquiries({
        ...filter,
        since: last?.createdAt ?? filter.since,
        page: { after: last, size: BATCH },
      })}
      select enquiry.id, reference, message_id, enquiry.created_at, promised_due_at, responded_at,
        open_minutes, plain_minutes, is_in_time, service_type, source_page, landing_page, referrer,
        admin_users.username as assignee
      from enquiry left join admin_users on admin_users.id = assignee_id
      order by enquiry.created_at, enquiry.id
    `.execute(ctx.db);
    last = rows.at(-1) ?? last;
    return rows.map(toRecord);
  });
}
