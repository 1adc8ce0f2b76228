import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { pino } from 'pino';
import { beforeEach, describe, expect, vi } from 'vitest';
import { SECURITY_HEADERS } from '#server/http/base/security-headers.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { it as base } from '#tests/support/fixtures.ts';

const PROBES = ['/healthz', '/readyz', '/metrics'];
const TOKEN = 'seven lanterns at dusk';
let begun = 0;
let logged: unknown[] = [];
let lines: string[] = [];

const it = base.extend({});
it.override('options', {
  environment: { PUBLIC_URL: 'https://www.example.com', METRICS_TOKEN: TOKEN },
  overload: {
    level: 0,
    begin() {
      begun += 1;
      return () => undefined;
    },
    logWeight: () => 1,
    stop: () => undefined,
  },
  requestLog: { add: (request) => void logged.push(request) },
  log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
});

beforeEach(() => {
  begun = 0;
  logged = [];
  lines = [];
});

function ask(api: TestApp, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return api.request(path, { headers });
}

describe('a probe', () => {
  it.for(['10.0.0.7:3000', 'balancer', 'www.example.com', '[2001:db8::7]'])(
    'responds to a monitor that names the host %s',
    async (host, { api }) => {
      const headers = { host, authorization: `Bearer ${TOKEN}` };
      for (const path of PROBES) expect((await ask(api, path, headers)).status, path).toBe(200);
      if (host !== 'www.example.com') {
        expect((await ask(api, '/api/site-settings', { host })).status).toBe(400);
      }
    },
  );

  it('is no load, and leaves nothing in a log', async ({ api }) => {
    for (const path of PROBES) {
      for (let round = 0; round < 3; round += 1) {
        await ask(api, path, round > 1 ? {} : { authorization: `Bearer ${TOKEN}` });
      }
    }
    expect({ begun, logged, lines }).toEqual({ begun: 0, logged: [], lines: [] });
    await ask(api, '/api/site-settings', { host: 'www.example.com' });
    expect([begun, logged.length, lines.length]).toEqual([1, 1, 1]);
  });

  it.for([
    ['/healthz', 200],
    ['/readyz', 200],
    ['/metrics', 403],
  ] as const)('carries the headers of every response: %s', async ([path, status], { api }) => {
    const response = await ask(api, path);
    expect(response.status).toBe(status);
    for (const [name, value] of SECURITY_HEADERS) expect(response.headers.get(name)).toBe(value);
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the metrics', () => {
  it.for([
    undefined,
    '',
    TOKEN,
    `bearer ${TOKEN}`,
    `Bearer ${TOKEN} `.repeat(2),
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    'Bearer é',
  ])('are not given for the authorization %j', async (authorization, { api }) => {
    const response = await ask(
      api,
      '/metrics',
      authorization === undefined ? {} : { authorization },
    );
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain('vitrin_');
  });

  // How long a wrong token takes tells nothing of the right one.
  it('compare the whole of a token, whatever its beginning', async ({ api }) => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    syncBuiltinESMExports();
    for (const authorization of ['x', `Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${TOKEN}`]) {
      compare.mockClear();
      await ask(api, '/metrics', { authorization });
      expect(compare.mock.calls[0]?.map(({ byteLength }) => byteLength)).toEqual([32, 32]);
    }
    compare.mockRestore();
    syncBuiltinESMExports();
  });
});
