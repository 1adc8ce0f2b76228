import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTrafficGate } from '#server/http/guard/traffic-gate.ts';
import { createHttpServer } from '#server/http/listener.ts';
import type { TestApp } from '#tests/support/test-app.ts';

type Options = Parameters<typeof createHttpServer>[0];

/** Serves the application as the product does; `close` ends both. */
export async function serveApp(site: TestApp, changes: Partial<Options> = {}) {
  const sources = changes.sources ?? site.sources;
  const server = createHttpServer({
    fetch: (request, env) => site.app.fetch(request, env),
    sources,
    gate: createTrafficGate({
      guard: site.guard,
      sources,
      requestLog: { add: () => undefined },
    }),
    ...changes,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await site.close();
    },
  };
}
