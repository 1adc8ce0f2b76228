import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import pino from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { describe, expect } from 'vitest';
import { codeOf } from '#server/services/privacy/confirm-request.ts';
import { CONFIRM_CODE, PERSON_EXPORT_PATH } from '#shared/tracking/values.ts';
import { it as base } from '#tests/support/fixtures.ts';
import { buildServiceContext, TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { PDF, sendOrder as sendOrderWith } from '#tests/support/privacy/sent-enquiries.ts';
import { readTar } from '#tests/support/privacy/tar.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { insertRows, readRow } from '#tests/support/database/rows.ts';

const written: string[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    written.push(String(chunk));
    done();
  },
});

const it = base.extend({}).override('options', () => ({
  environment: { TRUSTED_PROXIES: '0.0.0.0' },
  log: pino({ level: 'debug' }, stream),
  requestLog: { add: (entry: object) => void written.push(JSON.stringify(entry)) },
}));

async function sendOrder({ db, storage }: TestApp) {
  const order = await sendOrderWith(buildServiceContext(db, storage));
  const { id: fileId } = await readRow(db, 'orderAttachments', ['id'], { orderId: order.id });
  return { ...order, fileId };
}

function expectPrivate({ headers }: Response): void {
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer, strict-origin',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
}

it('downloads a file of the enquiry, and says the same of every other', async ({ api }) => {
  const { token, fileId } = await sendOrder(api);
  const response = await api.request(`/track/${token}/files/${fileId}`);
  expect(response.status).toBe(200);
  expectPrivate(response);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PDF);
  const other = await sendOrder(api);
  const bodies = new Set<string>();
  for (const path of [`${other.token}/files/${fileId}`, `${'x'.repeat(43)}/files/${fileId}`]) {
    const denied = await api.request(`/track/${path}`);
    expect(denied.status).toBe(404);
    expectPrivate(denied);
    bodies.add(await denied.text());
  }
  expect(bodies.size).toBe(1);
});

describe('GET /track/{token}/data.json', () => {
  it('downloads everything held, in the documented shape', async ({ api }) => {
    const { token } = await sendOrder(api);
    const response = await api.request(`/track/${token}/data.json`);
    expect(response.status).toBe(200);
    expectPrivate(response);
    const held = await response.json();
    expect(Object.keys(held).join(' ')).toBe(
      'format exportedAt order conversation entries files mails requests',
    );
    expect(held).toMatchObject({
      format: 1,
      order: { fullName: 'Özlem Öztürk', projectDescription: expect.any(String) },
      files: [{ name: 'Plan für Özlem.pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      mails: [{ kind: 'orders.confirmation', status: 'pending' }],
    });
    expect((await api.request(`/track/${'x'.repeat(43)}/data.json`)).status).toBe(404);
  });

  it('is written in small parts, however much there is', async ({ api }) => {
    const { token, conversationId } = await sendOrder(api);
    const quoted = 'q'.repeat(100_000);
    const entries = Array.from({ length: 60 }, (_, index) => ({
      id: uuidV7(),
      conversationId,
      kind: 'inbound' as const,
      via: 'mail' as const,
      body: `Mail ${index}`,
      quoted,
      // Several in one millisecond.
      createdAt: new Date(Date.now() + Math.floor(index / 7)),
    }));
    await api.db.insertInto('conversationEntries').values(entries).execute();
    const response = await api.request(`/track/${token}/data.json`);
    const sizes: number[] = [];
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of response.body ?? []) {
      sizes.push(part.byteLength);
      text += decoder.decode(part, { stream: true });
    }
    expect(Math.max(...sizes)).toBeLessThan(200_000);
    const held = JSON.parse(text) as { entries: { body: string }[] };
    expect(held.entries.map(({ body }) => body)).toEqual(entries.map(({ body }) => body));
  });
});

it('limits concurrent downloads of all data for a client', async ({ api }) => {
  const { token, conversationId, email } = await sendOrder(api);
  const id = uuidV7();
  const request = { conversationId, kind: 'person-export', email } as const;
  await insertRows(api.db, 'trackingRequests', { id, ...request });
  const code = codeOf(TEST_TRACK_KEY, id);
  const paths = [`/track/${token}/data.json`, `${PERSON_EXPORT_PATH}?${CONFIRM_CODE}=${code}`];
  for (const [index, path] of paths.entries()) {
    const headers = { 'x-forwarded-for': `198.51.100.${index}` };
    const ask = (method = 'GET') => api.request(path, { method, headers });
    for (let asked = 0; asked < 10; asked += 1) expect((await ask('HEAD')).status).toBe(200);
    const open = [await ask(), await ask(), await ask()];
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rejected = await ask();
    expect([rejected.status, rejected.headers.get('content-disposition')]).toEqual([429, null]);
    expectPrivate(rejected);
    await open[0]?.body?.cancel();
    const again = await ask();
    expect(again.status).toBe(200);
    const bytes = Buffer.from(await again.arrayBuffer());
    if (path.endsWith('.json')) expect(JSON.parse(bytes.toString())).toMatchObject({ format: 1 });
    else expect([...readTar(bytes).keys()]).toContain('summary.json');
    expect((await ask('HEAD')).status).toBe(200);
    for (const { body } of open.slice(1)) await body?.cancel();
  }
});

it('writes no token into the log, the request log or the events of the guard', async ({ api }) => {
  const { token } = await sendOrder(api);
  written.length = 0;
  const paths = ['track/TOKEN/data.json', 'TRACK/TOKEN/data.json', 'track/TOKEN/files/x'];
  for (const path of [...paths, 'track/TOKEN/'].map((each) => `/${each.replace('TOKEN', token)}`)) {
    await api.request(path);
    await api.request(path, { method: 'DELETE' });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const rejected = await api.request(path, { method: 'POST', headers });
    expect(rejected.status).toBe(403);
    if (path.startsWith('/track/')) expectPrivate(rejected);
  }
  const all = written.join('\n');
  expect(all).toContain('/track/…');
  expect(all).not.toContain(token);
  const metrics = await api.request('/metrics');
  expect(await metrics.text()).not.toContain(token);
});

it('counts guesses of tokens as addresses that do not exist', async ({ api }) => {
  const source = api.sources.sourceOf('198.51.100.77');
  for (let guess = 0; guess < 100; guess += 1) {
    const path = `/track/${randomUUID().replaceAll('-', '')}xyz`;
    api.guard.observe(source, { method: 'GET', path, status: 404 });
  }
  expect(api.guard.scoreOf(source)).toBeGreaterThanOrEqual(40);
});
