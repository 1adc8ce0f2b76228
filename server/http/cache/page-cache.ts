import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '#server/lib/log.ts';
import { compressQuickly, compressWell, type Encoding } from '#server/http/base/encoding.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import { canonicalTarget, MISSING_PAGE, SITEMAP } from '#server/http/base/page-url.ts';
import { precompress, type CachedResponse } from '#server/http/base/cached-response.ts';

export type RenderedPage = {
  status: number;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  tables: ReadonlySet<string>;
  /** Expires at this instant in milliseconds, even without a change. */
  validUntil: number;
};

/** Every page depends on this table. */
const SETTINGS_TABLE = 'site_settings';

const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 4_096;
/** Larger responses would displace many smaller ones. */
const MAX_ENTRY_BYTES = 1024 * 1024;
const MAX_PENDING = 500;
const REFRESH_MS = 60 * 60_000;

const COMPRESSED = /^(?:text\/|application\/(?:xml|rss\+xml|json))/;

type Entry = {
  response: CachedResponse;
  tables: ReadonlySet<string>;
  validUntil: number;
  bytes: number;
  isUsed: boolean;
};

type Rendering = {
  page: Promise<RenderedPage>;
  quick: Partial<Record<Encoding, Promise<CachedResponse>>>;
  response: Promise<CachedResponse>;
  changed: Set<string>;
};

type Options = {
  render: (target: string) => Promise<RenderedPage>;
  isKnownSegment: (segment: string) => boolean;
  now: () => Date;
  log: Log;
  metrics: Pick<Metrics, 'pageRenderings' | 'cachedPages' | 'cachedPageBytes'>;
  maxBytes?: number;
  refreshMs?: number;
};

export type PageCache = ReturnType<typeof createPageCache>;

/** Caches 200 responses and the 404 page until a table they read changes or they expire. Evicts unused entries first. */
export function createPageCache({
  render,
  isKnownSegment,
  now,
  log,
  metrics,
  maxBytes = MAX_BYTES,
  refreshMs = REFRESH_MS,
}: Options) {
  // bounded by `mostBytes`
  const entries = new Map<string, Entry>();
  // bounded by the requests in flight, and so by LIMITS.connections
  const renderings = new Map<string, Rendering>();
  // bounded by the requests in flight, and so by LIMITS.connections
  const running = new Set<Rendering>();
  // bounded by MAX_WAITING
  const pending = new Set<string>();
  let bytes = 0;
  let isWarming = false;
  let isStopped = false;
  /** Responses served while changes are not visible; null while they are. */
  let unwatched: number | null = null;

  function remove(target: string): void {
    const entry = entries.get(target);
    if (!entry) return;
    entries.delete(target);
    bytes -= entry.bytes;
  }

  /** No entry expires while the database is away, because pages cannot be rendered. */
  function findValid(target: string): Entry | undefined {
    const entry = entries.get(target);
    if (!entry || unwatched !== null || entry.validUntil === Number.POSITIVE_INFINITY) return entry;
    return now().getTime() < entry.validUntil ? entry : undefined;
  }

  // Second chance (clock algorithm): recently used entries stay for another round.
  function makeRoom(): void {
    for (const [target, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (entry.isUsed) {
        entry.isUsed = false;
        entries.delete(target);
        entries.set(target, entry);
      } else remove(target);
    }
  }

  function store(target: string, entry: Omit<Entry, 'bytes' | 'isUsed'>): void {
    remove(target);
    const size = entry.response.bytes + ENTRY_BYTES;
    entries.set(target, { ...entry, bytes: size, isUsed: false });
    bytes += size;
    makeRoom();
    measure();
  }

  function measure(): void {
    metrics.cachedPages.set(entries.size);
    metrics.cachedPageBytes.set(bytes);
  }

  async function finish(
    target: string,
    { page: rendered, quick, changed }: Omit<Rendering, 'response'>,
  ): Promise<CachedResponse> {
    const page = await rendered;
    // On one core, the better encodings would delay responses that clients wait for.
    await Promise.all(Object.values(quick));
    await nextTurn();
    const isCached =
      (page.status === 200 || (page.status === 404 && target === MISSING_PAGE)) &&
      page.body.length <= MAX_ENTRY_BYTES;
    const encoded = isCached ? await compressAll(page) : {};
    const response = precompress({ ...page, encoded });
    const tables = new Set([...page.tables, SETTINGS_TABLE]);
    const isStale = [...tables].some((table) => changed.has(table));
    if (isCached && !isStopped && !isStale) {
      store(target, { response, tables, validUntil: page.validUntil });
    }
    return response;
  }

  function renderOnce(target: string): Rendering {
    const earlier = renderings.get(target);
    if (earlier) return earlier;
    metrics.pageRenderings.inc();
    const begun = { page: render(target), quick: {}, changed: new Set<string>() };
    const rendering: Rendering = { ...begun, response: finish(target, begun) };
    renderings.set(target, rendering);
    running.add(rendering);
    const end = () => {
      running.delete(rendering);
      if (renderings.get(target) === rendering) renderings.delete(target);
    };
    rendering.response.then(end, end);
    return rendering;
  }

  function warm(targets: Iterable<string>): void {
    for (const target of targets) {
      if (pending.size >= MAX_PENDING) break;
      pending.add(target);
    }
    if (!isWarming) void warmPending();
  }

  async function warmPending(): Promise<void> {
    isWarming = true;
    for (const target of pending) {
      pending.delete(target);
      await nextTurn();
      if (isStopped) break;
      if (findValid(target)) continue;
      try {
        const response = await renderOnce(target).response;
        if (target === SITEMAP) warm(pathsOf(response).filter((path) => !findValid(path)));
      } catch (error) {
        log.warn({ error, target }, 'a page could not be rendered in advance');
      }
    }
    isWarming = false;
  }

  // For content that changes with time, such as the year, and for missed changes.
  async function refresh(): Promise<void> {
    const targets = Array.from(entries.keys());
    for (const target of targets) {
      await nextTurn();
      if (isStopped) return;
      if (!entries.has(target)) continue;
      await renderOnce(target).response.catch((error: unknown) => {
        log.warn({ error, target }, 'a cached page could not be rendered again');
      });
    }
  }

  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();

  return {
    find(target: string, path: string): CachedResponse | undefined {
      let entry = findValid(target);
      if (!entry && path.length < target.length) {
        entry = findValid(canonicalTarget(target) ?? '');
      }
      if (!entry && isMissing(path, isKnownSegment)) entry = findValid(MISSING_PAGE);
      if (!entry) return undefined;
      entry.isUsed = true;
      if (unwatched !== null) unwatched += 1;
      return entry.response;
    },
    get(target: string, encoding: Encoding | null = null): Promise<CachedResponse> {
      const entry = findValid(target);
      if (entry) return Promise.resolve(entry.response);
      const { page, quick, response } = renderOnce(target);
      if (encoding === null) return response;
      return (quick[encoding] ??= page.then((rendered) => respondQuickly(rendered, encoding)));
    },
    invalidate(table: string): void {
      for (const { changed } of running) changed.add(table);
      renderings.clear();
      const dropped = [...entries].filter(([, { tables }]) => tables.has(table));
      for (const [target] of dropped) remove(target);
      measure();
      warm(dropped.map(([target]) => target));
    },
    warmUp: () => warm(['/', MISSING_PAGE, SITEMAP]),
    changesLost(): void {
      if (unwatched !== null) return;
      unwatched = 0;
      log.warn('changes cannot be seen: cached pages are served as they were last known');
    },
    /** Renders everything again, because changes may have been missed. */
    changesBack(): void {
      if (unwatched !== null) log.warn({ responses: unwatched }, 'changes can be seen again');
      unwatched = null;
      void refresh();
    },
    refresh,
    stop(): void {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

async function compressAll(page: RenderedPage) {
  if (!isCompressed(page)) return {};
  const [br, gzip] = await Promise.all([
    compressWell(page.body, 'br'),
    compressWell(page.body, 'gzip'),
  ]);
  return { br, gzip };
}

function respondQuickly(page: RenderedPage, encoding: Encoding): CachedResponse {
  if (!isCompressed(page)) return precompress(page);
  return precompress({
    status: page.status,
    headers: [...page.headers, ['content-encoding', encoding]],
    body: compressQuickly(page.body, encoding),
    // Own ETag: the cached variant has other bytes.
    version: `${randomUUID()}-${encoding}`,
  });
}

function isCompressed({ headers }: RenderedPage): boolean {
  return COMPRESSED.test(headers.find(([name]) => name === 'content-type')?.[1] ?? '');
}

function pathsOf(sitemap: CachedResponse): string[] {
  const text = sitemap.forms.identity.body.toString();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, url = '']) =>
    URL.canParse(url) ? [new URL(url).pathname] : [],
  );
}

/** By the first segment alone. The router decides about page data and trailing slashes. */
function isMissing(path: string, isKnownSegment: (segment: string) => boolean): boolean {
  if (path.endsWith('.data') || path.endsWith('/')) return false;
  const end = path.indexOf('/', 1);
  return !isKnownSegment(end === -1 ? path.slice(1) : path.slice(1, end));
}
