import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { toStandardOutput } from './log-output.ts';

// A silent database must not block a scrape.
const READ_MS = 500;

export type Metrics = ReturnType<typeof createMetrics>;

/** Labels are kinds of routes, never addresses or paths. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  let addRequests = () => {};
  const droppedLines = new Counter({
    name: 'vitrin_log_lines_dropped_total',
    help: 'Log lines that were dropped because the log could not be written',
    registers,
    collect() {
      droppedLines.reset();
      droppedLines.inc(toStandardOutput().droppedLines());
    },
  });

  function counter<Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) {
    return new Counter({ name, help, labelNames, registers });
  }

  function gauge<Label extends string = never>(name: string, help: string, ...labelNames: Label[]) {
    return new Gauge({ name, help, labelNames, registers });
  }

  function watch(
    [name, help]: readonly [name: string, help: string],
    read: () => Promise<number>,
    otherwise = Number.NaN,
  ): Gauge {
    return new Gauge({
      name,
      help,
      registers,
      async collect() {
        const tooLate = pause(READ_MS, otherwise, { ref: false });
        this.set(await Promise.race([read().catch(() => otherwise), tooLate]));
      },
    });
  }

  function watchEach<Key extends string>(gauges: Record<Key, readonly [string, string]>) {
    return (read: () => Promise<Record<Key, number | boolean> | null>): void => {
      for (const key of Object.keys(gauges) as Key[]) {
        watch(gauges[key], async () => Number((await read())?.[key] ?? Number.NaN));
      }
    };
  }

  return {
    registry,
    watchDatabase(check: () => Promise<boolean>): void {
      const gauge = ['vitrin_database_ready', 'Whether the database takes writes'] as const;
      watch(gauge, async () => Number(await check()), 0);
    },
    watchUploads: watchEach({
      files: ['vitrin_pending_upload_files', 'Files without an order'],
      bytes: ['vitrin_pending_upload_bytes', 'Size of the files without an order'],
      free: ['vitrin_disk_free_bytes', 'Free disk of the file store'],
    }),
    watchOutbox: watchEach({
      pending: ['vitrin_mails_pending', 'Mails that wait in the outbox'],
      oldestSeconds: ['vitrin_mails_oldest_seconds', 'Age of the oldest mail that waits'],
    }),
    watchBackup: watchEach({
      restoredAt: [
        'vitrin_backup_restored_timestamp_seconds',
        'When a nightly backup was restored successfully for the last time',
      ],
      seconds: ['vitrin_backup_seconds', 'How long making and restoring that backup took'],
      isFailed: ['vitrin_backup_failed', 'Whether the newest nightly backup failed'],
      missingFiles: [
        'vitrin_backup_missing_files',
        'Files of enquiries that the last backup that was restored found missing or changed',
      ],
    }),
    addRequestsWith(add: () => void): void {
      addRequests = add;
    },
    requests: new Counter({
      name: 'vitrin_http_requests_total',
      help: 'Answered requests by kind of route and status',
      labelNames: ['kind', 'status'],
      registers,
      collect: () => addRequests(),
    }),
    requestSeconds: new Histogram({
      name: 'vitrin_http_request_seconds',
      help: 'Time to respond by kind of route, without what is sent from the cache',
      labelNames: ['kind'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    mails: counter(
      'vitrin_mails_total',
      'What became of mails of the outbox: sent, failed, expired, or pending for another try',
      'result',
    ),
    deniedUploads: counter(
      'vitrin_uploads_denied_total',
      'Files turned away: the disk is nearly full, or the source or all together have too many waiting',
      'reason',
    ),
    leads: counter('vitrin_leads_accepted_total', 'Accepted orders and messages', 'kind'),
    failedLeads: counter(
      'vitrin_leads_failed_total',
      'Orders and messages that could not be stored for a reason of the server',
      'kind',
    ),
    unavailable: counter(
      'vitrin_unavailable_total',
      'Failed requests and failed parts of pages by what was not available',
      'cause',
    ),
    eventStreams: gauge('vitrin_event_streams', 'Open server-sent event streams'),
    pageRenderings: counter(
      'vitrin_page_renderings_total',
      'Pages and page data rendered to be cached; all others were sent from the cache',
    ),
    cachedPages: gauge('vitrin_kept_pages', 'Pages and page data in the cache'),
    cachedPageBytes: gauge('vitrin_kept_page_bytes', 'Memory of the cached pages'),
    tableVersion: gauge(
      'vitrin_table_version',
      'The newest change of a table of content that this process has followed',
      'name',
    ),
    overloadLevel: gauge(
      'vitrin_overload_level',
      'What is shed: 0 nothing, 1 log detail, 2 also pages and lists that cost much',
    ),
  };
}
