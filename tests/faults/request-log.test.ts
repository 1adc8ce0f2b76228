import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FaultSite, send, startFaultSite } from './faults.ts';

let site: FaultSite;

beforeAll(async () => {
  site = await startFaultSite();
});
afterAll(() => site.stop());

it('writes every served request without its query, and neither files nor health checks', async () => {
  for (const path of [
    '/blog?token=secret',
    '/api/faqs',
    '/no-such-page',
    '/healthz',
    '/logo.svg',
  ]) {
    await send(site.port, { method: 'GET', path });
  }
  await vi.waitFor(async () => {
    const rows = await site.db
      .selectFrom('ddosRequestLogs')
      .select(['ipAddress', 'endpoint', 'responseStatus', 'weight'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { ipAddress: '127.0.0.1', endpoint: '/blog', responseStatus: 200, weight: 1 },
      { ipAddress: '127.0.0.1', endpoint: '/api/faqs', responseStatus: 200, weight: 1 },
      { ipAddress: '127.0.0.1', endpoint: '/no-such-page', responseStatus: 404, weight: 1 },
    ]);
  }, 4_000);
});
