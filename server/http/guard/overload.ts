import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import { findApiGroup, isAdminPath, listPaths, pathTest } from '#shared/routes.ts';
import { ServiceError } from '#server/core/errors.ts';
import { errorResponse, RETRY_AFTER_SECONDS } from '#server/http/base/error-response.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { NOTICE_HEADERS, renderNotice } from './notice-page.ts';

/** 1 sheds log detail; 2 also expensive pages and lists. */
export type OverloadLevel = 0 | 1 | 2;

/** Decaying averages; a new request takes about `waitMs`. */
export type Load = { delayMs: number; underWay: number; waitMs: number };

/** A late event loop shows a busy processor, long waits a busy database, whose pool gives up after three seconds. */
const LIMITS_OF_LEVEL = {
  1: { delayMs: 70, waitMs: 500, underWay: 10, queued: 150 },
  2: { delayMs: 200, waitMs: 1_500, underWay: 30, queued: 400 },
} as const;

const LEAVING = 0.6;

const INTERVAL_MS = 1_000;
const HALF_LIFE_MS = 2_000;
const RESOLUTION_MS = 10;
const SAMPLED_PART = 10;

function isReached(level: 1 | 2, { delayMs, underWay, waitMs }: Load, part: number): boolean {
  const limits = LIMITS_OF_LEVEL[level];
  const isSlow = delayMs >= limits.delayMs * part || waitMs >= limits.waitMs * part;
  return (isSlow && underWay >= limits.underWay * part) || underWay >= limits.queued * part;
}

export function levelOf(load: Load, before: OverloadLevel): OverloadLevel {
  if (isReached(2, load, before === 2 ? LEAVING : 1)) return 2;
  return isReached(1, load, before === 0 ? 1 : LEAVING) ? 1 : 0;
}

/** Under attack, administrators must see it and be able to stop it. */
const UNSHED_ADMIN_ENDPOINT = /^\/api\/admin\/(?:session-check|traffic\/|ip-rules|events$)/;
const ONE_RECORD = /^\/api\/admin\/[^/]+\/[0-9a-f-]{36}(?:\/|$)/;
/** `/_` is the page data of home. */
const ESSENTIAL = pathTest(['/_', ...listPaths(({ isEssential }) => isEssential)]);

export function isShed(level: OverloadLevel, method: string, requestPath: string): boolean {
  if (level < 2 || (method !== 'GET' && method !== 'HEAD')) return false;
  const path = requestPath.replace(/\.data$/, '');
  if (path.startsWith('/api/admin/')) {
    return !UNSHED_ADMIN_ENDPOINT.test(path) && !ONE_RECORD.test(path);
  }
  if (path.startsWith('/api/')) return !findApiGroup(path)?.isEssential;
  return !ESSENTIAL.test(path) && !isAdminPath(path);
}

const TITLE = 'This page is not available right now';
const TEXT = `More visitors are here than this site can serve. Please try again in ${RETRY_AFTER_SECONDS} seconds.`;

export function shedResponse(path: string): Response {
  if (path.startsWith('/api/')) return errorResponse(new ServiceError('UNAVAILABLE', TEXT));
  const notice = renderNotice({
    title: TITLE,
    lines: [TEXT, 'Our contact form and our order form go on working: /contact and /order.'],
  });
  const headers = { ...NOTICE_HEADERS, 'retry-after': String(RETRY_AFTER_SECONDS) };
  return new Response(notice, { status: 503, headers });
}

export function shedLoad(overload: Pick<Overload, 'level'>): MiddlewareHandler<HonoEnv> {
  return async (c, next) => {
    const { method, path } = c.req;
    if (!isShed(overload.level, method, path)) return next();
    if (path.startsWith('/api/')) c.set('routeKind', 'api');
    return shedResponse(path);
  };
}

export type Overload = ReturnType<typeof createOverload>;

type Options = {
  onLevel: (level: OverloadLevel, load: Load) => void;
  readDelayMs?: () => number;
  monotonicNow?: () => number;
  random?: () => number;
};

export function createOverload({
  onLevel,
  readDelayMs,
  monotonicNow = () => performance.now(),
  random = Math.random,
}: Options) {
  const histogram = readDelayMs ? null : monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram?.enable();
  const load: Load = { delayMs: 0, underWay: 0, waitMs: 0 };
  let level: OverloadLevel = 0;
  let underWay = 0;
  let completed = 0;
  let completedPerMs = 0;
  let sampledAt = monotonicNow();

  function sample(): void {
    const nowMs = monotonicNow();
    const elapsedMs = Math.max(1, nowMs - sampledAt);
    const share = 1 - 2 ** (-elapsedMs / HALF_LIFE_MS);
    sampledAt = nowMs;
    completedPerMs += (completed / elapsedMs - completedPerMs) * share;
    completed = 0;
    const delayMs = histogram ? takeDelayMs(histogram) : (readDelayMs?.() ?? 0);
    load.delayMs += (delayMs - load.delayMs) * share;
    load.underWay += (underWay - load.underWay) * share;
    // Little's law; infinite without a completed request.
    load.waitMs = load.underWay === 0 ? 0 : load.underWay / completedPerMs;
    const next = levelOf(load, level);
    if (next === level) return;
    level = next;
    onLevel(level, { ...load });
  }

  const timer = setInterval(sample, INTERVAL_MS);
  timer.unref();
  return {
    get level(): OverloadLevel {
      return level;
    },
    begin(method: string): () => void {
      // A slow body costs little, and must not be a way to shed pages.
      if (method !== 'GET' && method !== 'HEAD') return () => {};
      underWay += 1;
      return () => {
        underWay -= 1;
        completed += 1;
      };
    },
    logWeight(): number {
      if (level === 0) return 1;
      return random() * SAMPLED_PART < 1 ? SAMPLED_PART : 0;
    },
    stop(): void {
      clearInterval(timer);
      histogram?.disable();
    },
  };
}

function takeDelayMs(histogram: ReturnType<typeof monitorEventLoopDelay>): number {
  const meanMs = histogram.mean / 1e6;
  histogram.reset();
  return Number.isFinite(meanMs) ? Math.max(0, meanMs - RESOLUTION_MS) : 0;
}
