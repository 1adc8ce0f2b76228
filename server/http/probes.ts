import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '#server/core/errors.ts';
import { CLOSED_POLICY } from '#server/http/base/content-policy.ts';
import type { SourceReader } from '#server/traffic/source.ts';
import type { Metrics } from './base/metrics.ts';
import { type App, readSource } from './base/request-context.ts';

type Deps = {
  metricsToken: string | null;
  metrics: Pick<Metrics, 'registry'>;
  isReady: () => Promise<boolean>;
  sources: SourceReader;
};

function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Mounted first: these respond to any host, cause no load and leave no log line. The traffic guard still blocks addresses. */
export function mountProbes(app: App, { metricsToken, metrics, isReady, sources }: Deps): void {
  const headers = { 'cache-control': 'no-store', 'content-security-policy': CLOSED_POLICY };

  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers));
  app.get('/readyz', async (c) =>
    (await isReady())
      ? c.json({ status: 'ready' }, 200, headers)
      : c.json({ status: 'not ready' }, 503, headers),
  );
  app.get('/metrics', async (c) => {
    const isAllowed = metricsToken
      ? isSame(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
      : readSource(c, sources).isThisMachine;
    if (!isAllowed) throw new ServiceError('FORBIDDEN', 'Metrics are not public.');
    const type = { 'content-type': metrics.registry.contentType };
    return c.body(await metrics.registry.metrics(), 200, { ...headers, ...type });
  });
}
