import type { Log } from '#server/lib/log.ts';
import type { CompletedRequest, Guard } from '#server/traffic/guard.ts';
import type { RequestLog } from '#server/traffic/request-log.ts';
import { loggedPath } from '#server/traffic/logged-path.ts';
import type { Source } from '#server/traffic/source.ts';
import { isAdminPath } from '#shared/routes.ts';
import type { Metrics } from '#server/http/base/metrics.ts';
import type { Overload } from './overload.ts';

export type FinishedRequest = Omit<CompletedRequest, 'isDenied'> & {
  source: Source;
  kind: string;
  /** Absent for responses from memory, which have no id, duration or log line. */
  made?: { requestId: string; durationMs: number };
};

export type Traffic = { finished(request: FinishedRequest): void };

type Deps = {
  guard: Pick<Guard, 'observe' | 'hasAdminAtWork'>;
  requestLog: Pick<RequestLog, 'add'>;
  overload: Pick<Overload, 'level' | 'logWeight'>;
  metrics: Pick<Metrics, 'requests' | 'requestSeconds' | 'addRequestsWith'>;
  log: Log;
};

const MAX_PATH = 200;
const MAX_MISSING_LINES = 20;

/** Reports each served request to metrics, log, request log and guard. */
export function createTraffic({ guard, requestLog, overload, metrics, log }: Deps): Traffic {
  // Counting these one by one with labels would cost as much as the guard.
  // bounded by the kinds of routes and their statuses
  const fromMemory = new Map<string, Map<number, number>>();
  metrics.addRequestsWith(() => {
    for (const [kind, counts] of fromMemory) {
      for (const [status, count] of counts) metrics.requests.inc({ kind, status }, count);
    }
    fromMemory.clear();
  });

  function count(kind: string, status: number): void {
    let counts = fromMemory.get(kind);
    if (!counts) fromMemory.set(kind, (counts = new Map()));
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  let missingSecond = 0;
  let missingLines = 0;
  let missingUnlogged = 0;

  // Owners look for broken links here; a scan would bury them.
  function logMissing({ source, method, path, status }: FinishedRequest): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== missingSecond) {
      missingSecond = second;
      missingLines = 0;
    }
    missingLines += 1;
    if (missingLines > MAX_MISSING_LINES) {
      missingUnlogged += 1;
      return;
    }
    const unlogged = missingUnlogged > 0 ? { unlogged: missingUnlogged } : {};
    missingUnlogged = 0;
    const { address } = source;
    log.info(
      { method, path: loggedPath(path).slice(0, MAX_PATH), status, address, ...unlogged },
      'not found',
    );
  }

  return {
    finished(request) {
      const { source, method, path, status, kind, made, isAdmin } = request;
      const weight = overload.logWeight();
      if (weight > 0) {
        // The document of the back office is requested without a session.
        const isDocument = status < 400 && isAdminPath(path) && guard.hasAdminAtWork(source);
        const { address } = source;
        requestLog.add({
          address,
          path: loggedPath(path),
          status,
          kind,
          weight,
          isAdmin: isAdmin || isDocument,
        });
      }
      guard.observe(source, request);
      if (!made) {
        count(kind, status);
        if (status === 404 && overload.level === 0) logMissing(request);
        return;
      }
      const { requestId, durationMs } = made;
      metrics.requests.inc({ kind, status });
      metrics.requestSeconds.observe({ kind }, durationMs / 1_000);
      if (overload.level > 0) return;
      log.info(
        {
          requestId,
          method,
          path: loggedPath(path).slice(0, MAX_PATH),
          status,
          ms: Math.round(durationMs * 10) / 10,
          address: source.address,
        },
        status === 404 ? 'not found' : 'responded',
      );
    },
  };
}
