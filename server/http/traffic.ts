import type { Logger } from 'pino';
import type { Guard } from '../traffic/guard.ts';
import type { RequestLog } from '../traffic/request-log.ts';
import type { Source } from '../traffic/source.ts';
import type { Metrics } from './metrics.ts';
import type { Overload } from './overload.ts';

export type FinishedRequest = {
  /** None for an answer from memory: nothing about it was logged on the way, and it gets no line of its own. */
  requestId: string | null;
  source: Source;
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** What `/metrics` counts it as. */
  kind: string;
  durationMs: number;
  isAdmin?: boolean;
};

export type Traffic = { finished(request: FinishedRequest): void };

type Deps = {
  guard: Pick<Guard, 'observe'>;
  requestLog: Pick<RequestLog, 'add'>;
  overload: Pick<Overload, 'level' | 'logWeight'>;
  metrics: Pick<Metrics, 'requests' | 'requestSeconds' | 'addRequestsWith'>;
  log: Logger;
};

/** What is told of each answered request, whoever answered it: figures, request log, traffic guard and log. */
export function createTraffic({ guard, requestLog, overload, metrics, log }: Deps): Traffic {
  // Counting these one by one with labels would cost as much as the guard.
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

  return {
    finished(request) {
      const { requestId, source, method, path, status, kind, durationMs } = request;
      if (requestId === null) count(kind, status);
      else {
        metrics.requests.inc({ kind, status });
        metrics.requestSeconds.observe({ kind }, durationMs / 1_000);
      }
      const weight = overload.logWeight();
      if (weight > 0) requestLog.add({ address: source.address, path, status, kind, weight });
      guard.observe(source, request);
      if (overload.level > 0 || (requestId === null && status !== 404)) return;
      log.info(
        {
          ...(requestId === null ? {} : { requestId }),
          method,
          path: path.slice(0, 200),
          status,
          ms: Math.round(durationMs * 10) / 10,
          address: source.address,
        },
        status === 404 ? 'not found' : 'answered',
      );
    },
  };
}
