import { randomUUID } from 'node:crypto';
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import type { Kysely } from 'kysely';
import { type Client, reportFailure, type Resources } from '#server/context/context.ts';
import type { ServiceContext } from '#server/context/context.ts';
import type { DB } from '#server/db/types.ts';
import type { Log } from '#server/lib/log.ts';
import { createFailedSubmissions, createTextMemory } from '#server/services/leads/index.ts';
import type { CurrentSettings } from '#server/services/site-settings/index.ts';
import type { Guard } from '#server/traffic/guard.ts';
import type { Source, SourceReader } from '#server/traffic/source.ts';
import { getPathAndQuery, splitTarget } from './base/canonical-path.ts';
import { errorResponse, publicError, statusOf } from './base/error-response.ts';
import { readForeignUse } from './base/fetch-metadata.ts';
import type { Metrics } from './base/metrics.ts';
import { type ContextOf, type HonoEnv, readSource } from './base/request-context.ts';
import type { Overload } from './guard/overload.ts';
import type { Traffic } from './guard/traffic.ts';

const MAX_USER_AGENT = 500;

type ContextDeps = {
  config: { dataDir: string };
  metrics: Pick<Metrics, 'leads' | 'failedLeads' | 'deniedUploads' | 'unavailable'>;
  resources: Resources;
  preparedDb: Kysely<DB>;
  live: { settings: CurrentSettings };
  traffic: { guard: Pick<Guard, 'record'> };
};

export function createContextBuilder(deps: ContextDeps): ContextOf {
  const { config, metrics, resources, preparedDb, live, traffic } = deps;
  const submitted = createTextMemory();
  const failures = createFailedSubmissions(config.dataDir, resources.now);
  const counters = {
    officeHours: () => live.settings.get().officeHours,
    siteContent: () => live.settings.findContent(),
    failedSubmissions: {
      add(kind) {
        metrics.failedLeads.inc({ kind });
        failures.add();
      },
      countLastDay: () => failures.countLastDay(),
    },
    countLead(kind) {
      metrics.leads.inc({ kind });
      resources.accepted?.add();
    },
    countDeniedUpload: (reason) => metrics.deniedUploads.inc({ reason }),
    countUnavailable: (cause) => metrics.unavailable.inc({ cause }),
    countText: (text, submission) => submitted.count(text, submission),
  } satisfies Partial<ServiceContext>;

  return (c) => {
    const admin = c.get('admin');
    const source = c.get('source');
    return {
      ...resources,
      ...counters,
      db: admin ? resources.db : preparedDb,
      ...(admin && { preparedDb }),
      log: c.get('log'),
      requestId: c.get('requestId'),
      client: readClient(c, source),
      recordSignIn: () => c.set('hasSignedIn', true),
      recordSpam: () => traffic.guard.record(source, 'form_spam'),
      actor: admin ?? { type: 'visitor' },
    };
  };
}

function readClient(c: Context<HonoEnv>, source: Source): Client {
  const { address, aggregationKey, wideKey, isExempt } = source;
  const userAgent = c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null;
  return { address, aggregationKey, wideKey, isExempt, userAgent };
}

type RequestDeps = {
  log: Log;
  traffic: Traffic & { sources: SourceReader; overload: Overload };
  buildContext: ContextOf;
};

/** Sets what every later step reads, counts the request as load, and reports it when it has a response. */
export function beginRequest({
  log,
  traffic,
  buildContext,
}: RequestDeps): MiddlewareHandler<HonoEnv> {
  const { sources, overload } = traffic;
  return async (c, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    c.set('services', () => buildContext(c));
    c.set('routeKind', 'page');
    const source = readSource(c, sources);
    c.set('source', source);
    const end = overload.begin(c.req.method);
    try {
      await next();
    } finally {
      end();
    }
    c.res.headers.set('x-request-id', requestId);
    traffic.finished({
      source,
      method: c.req.method,
      // Not the router's path, which is decoded: the guard has evaluated this one.
      path: splitTarget(getPathAndQuery(c.req.url)).path,
      status: c.res.status,
      kind: c.get('routeKind'),
      made: { requestId, durationMs: performance.now() - started },
      isAdmin: c.get('admin') !== undefined || c.get('hasSignedIn') === true,
      isForeign: readForeignUse(c.req.method, c.env?.incoming?.headers ?? {}) !== null,
    });
  };
}

export function handleErrors(log: Log, { unavailable }: Metrics): ErrorHandler<HonoEnv> {
  return (error, c) => {
    if (statusOf(publicError(error).code) >= 500) {
      const countUnavailable: ServiceContext['countUnavailable'] = (cause) =>
        unavailable.inc({ cause });
      reportFailure({ log: c.get('log') ?? log, countUnavailable }, error, 'request failed');
    }
    return errorResponse(error);
  };
}
