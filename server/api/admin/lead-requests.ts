import * as z from 'zod';
import { leadFilterSchema } from '#shared/leads/admin-schema.ts';
import { LEAD_LIST_MESSAGES } from '#shared/leads/messages.ts';
import { CLOSED_POLICY } from '#server/http/pages/content-policy.ts';
import { attachmentDisposition } from '#server/http/api/content-disposition.ts';
import { cursorQuery, limitQuery } from '#server/api/queries.ts';

/** The filter, the order and the place of a page. */
export function leadListQuery<Status extends string, Sort extends string>(
  statuses: readonly Status[],
  sorts: readonly Sort[],
) {
  return leadFilterSchema(statuses).extend({
    sort: z.enum(sorts, { error: LEAD_LIST_MESSAGES.sort }).optional(),
    cursor: cursorQuery,
    limit: limitQuery,
  });
}

/** What the services call the filter of a request. */
export function toFilter<Status extends string>({
  search,
  status,
  suspect,
}: {
  search?: string | undefined;
  status?: Status | undefined;
  suspect?: boolean | undefined;
}) {
  return { search, status, isSuspect: suspect };
}

const DOWNLOAD_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': CLOSED_POLICY,
  'x-content-type-options': 'nosniff',
};

/** A file for the administrator alone, never shown in place. */
export function downloadAnswer(
  body: ReadableStream | null,
  { name, type, size }: { name: string; type: string; size?: number },
): Response {
  return new Response(body, {
    headers: {
      ...DOWNLOAD_HEADERS,
      'content-type': type,
      'content-disposition': attachmentDisposition(name),
      ...(size === undefined ? {} : { 'content-length': String(size) }),
    },
  });
}

/** A CSV file that is written while it is sent: from its second batch on, so that a list that cannot be read is an error and no empty file. */
export async function csvAnswer(parts: AsyncGenerator<string>, name: string): Promise<Response> {
  const encoder = new TextEncoder();
  const heading = await parts.next();
  const begun = [heading, await parts.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = begun.shift() ?? (await parts.next());
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return downloadAnswer(body, { name, type: 'text/csv; charset=utf-8' });
}
