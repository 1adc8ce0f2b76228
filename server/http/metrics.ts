import { setTimeout as pause } from 'node:timers/promises';
import {
  type Aggregator,
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { toStandardOutput } from './log-output.ts';

/** Counts what the log of this process has lost. */
export function countDroppedLines(registry: Registry): void {
  const counter = new Counter({
    name: 'vitrin_log_lines_dropped_total',
    help: 'Log lines that were dropped because the log could not be written',
    registers: [registry],
    collect() {
      counter.reset();
      counter.inc(toStandardOutput().droppedLines());
    },
  });
}

// A scrape must not hang on a database that does not respond.
const READ_MS = 500;

type Uploads = { files: number; bytes: number; free: number };

export type Metrics = ReturnType<typeof createMetrics>;

/** The figures of one process, as they travel between processes. */
export type ProcessMetrics = object[];

/** The text of `/metrics` for several processes together. */
export function joinMetrics(metrics: ProcessMetrics[]): Promise<string> {
  return AggregatorRegistry.aggregate(metrics).metrics();
}

/** The figures of `/metrics`; requests are labelled by kind of route, never by address or full path. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countDroppedLines(registry);
  let addRequests = () => {};

  /** A gauge whose value each scrape asks for; `otherwise` where there is none in time. */
  function watch(
    gauge: { name: string; help: string; aggregator: Aggregator },
    read: () => Promise<number>,
    otherwise: number,
  ): Gauge {
    return new Gauge({
      ...gauge,
      registers: [registry],
      async collect() {
        const tooLate = pause(READ_MS, otherwise, { ref: false });
        this.set(await Promise.race([read().catch(() => otherwise), tooLate]));
      },
    });
  }

  return {
    registry,
    /** Whom each scrape asks whether the database responds. */
    watchDatabase(check: () => Promise<boolean>): void {
      const gauge = { name: 'vitrin_database_ready', help: 'Whether the database takes writes' };
      watch({ ...gauge, aggregator: 'min' }, async () => Number(await check()), 0);
    },
    /** Whom each scrape asks for the files that no order has claimed, and for the free disk. */
    watchUploads(read: () => Promise<Uploads>): void {
      const pick = (name: string, help: string, key: keyof Uploads) =>
        watch({ name, help, aggregator: 'max' }, async () => (await read())[key], Number.NaN);
      pick('vitrin_pending_upload_files', 'Files without an order', 'files');
      pick('vitrin_pending_upload_bytes', 'Size of the files without an order', 'bytes');
      pick('vitrin_disk_free_bytes', 'Free disk of the file store', 'free');
    },
    /** Whom each scrape asks for requests that were counted elsewhere. */
    addRequestsWith(add: () => void): void {
      addRequests = add;
    },
    readText: (): Promise<string> => registry.metrics(),
    requests: new Counter({
      name: 'vitrin_http_requests_total',
      help: 'Answered requests by kind of route and status',
      labelNames: ['kind', 'status'],
      registers: [registry],
      collect: () => addRequests(),
    }),
    requestSeconds: new Histogram({
      name: 'vitrin_http_request_seconds',
      help: 'Time to answer by kind of route, without what is sent from memory',
      labelNames: ['kind'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    deniedUploads: new Counter({
      name: 'vitrin_uploads_denied_total',
      help: 'Files turned away: the disk is nearly full, or the source or all together have too many waiting',
      labelNames: ['reason'],
      registers: [registry],
    }),
    leads: new Counter({
      name: 'vitrin_leads_accepted_total',
      help: 'Accepted orders and messages',
      labelNames: ['kind'],
      registers: [registry],
    }),
    unavailable: new Counter({
      name: 'vitrin_unavailable_total',
      help: 'Failed requests and failed parts of pages by what was not available',
      labelNames: ['cause'],
      registers: [registry],
    }),
    eventStreams: new Gauge({
      name: 'vitrin_event_streams',
      help: 'Open server-sent event streams',
      registers: [registry],
    }),
    pageRenderings: new Counter({
      name: 'vitrin_page_renderings_total',
      help: 'Pages and page data rendered to be kept; all others were sent from memory',
      registers: [registry],
    }),
    cachedPages: new Gauge({
      name: 'vitrin_kept_pages',
      help: 'Pages and page data kept in memory',
      registers: [registry],
    }),
    cachedPageBytes: new Gauge({
      name: 'vitrin_kept_page_bytes',
      help: 'Memory of the kept pages',
      registers: [registry],
    }),
    tableVersion: new Gauge({
      name: 'vitrin_table_version',
      help: 'The newest change of a table of content that this process has followed',
      labelNames: ['name'],
      aggregator: 'min',
      registers: [registry],
    }),
    overloadLevel: new Gauge({
      name: 'vitrin_overload_level',
      help: 'What is shed: 0 nothing, 1 log detail, 2 also pages and lists that cost much',
      aggregator: 'max',
      registers: [registry],
    }),
  };
}
