import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, vi } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { orderAttachmentResponseSchema } from '#shared/orders/schema.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { createTestGate } from '#tests/support/traffic.ts';
import { createHttpServer } from '#server/http/listener.ts';
import { createSourceReader } from '#server/traffic/source.ts';
import { it } from '#tests/support/fixtures.ts';

vi.mock('#server/core/limits.ts', async (importActual) => {
  const { LIMITS } = await importActual<typeof import('#server/core/limits.ts')>();
  return { LIMITS: { ...LIMITS, uploadStall: 300 } };
});

const PDF = '%PDF-1.7\na drawing\n%%EOF\n';
let server: Server;
let port: number;

it.beforeAll(async ({ api }) => {
  server = createHttpServer({
    fetch: (request, env) => api.app.fetch(request, env),
    sources: createSourceReader([]),
    gate: createTestGate(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

function upload(
  api: TestApp,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Response> {
  return api.request('/api/order-attachments', {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID(), ...headers },
    body: form,
  });
}

function formOf(...files: [field: string, content: BlobPart, name: string][]): FormData {
  const form = new FormData();
  for (const [field, content, name] of files) form.append(field, new File([content], name));
  return form;
}

async function countTraces(api: TestApp): Promise<{ rows: number; temporary: number }> {
  const rows = await api.db.selectFrom('orderAttachments').select('id').execute();
  return { rows: rows.length, temporary: (await readdir(api.storage.temporaryDir)).length };
}

describe('POST /api/order-attachments', () => {
  it('stores a file and answers its path', async ({ api }) => {
    const response = await upload(api, formOf(['file', PDF, 'Çizim "1".pdf']));
    expect(response.status).toBe(201);
    const { path } = orderAttachmentResponseSchema.parse(await response.json());
    expect(path).toMatch(/^order-attachments\/\d+-[\w-]+\.pdf$/);
    const row = await api.db
      .selectFrom('orderAttachments')
      .select(['originalName', 'sizeBytes', 'status'])
      .where('path', '=', path)
      .executeTakeFirst();
    expect(row).toMatchObject({ sizeBytes: PDF.length, status: 'staged' });
    expect(row?.originalName).toContain('izim');
    const stored = await api.storage.open(path);
    expect(stored?.size).toBe(PDF.length);
    stored?.stream.destroy();
  });

  it('accepts a file of exactly 10 MB and refuses one byte more', async ({ api }) => {
    const content = Buffer.alloc(MAX_UPLOAD_BYTES + 1, 0x20);
    content.write('%PDF-1.7\n');
    content.write('\n%%EOF\n', MAX_UPLOAD_BYTES - 7);
    const largest = await upload(
      api,
      formOf(['file', content.subarray(0, MAX_UPLOAD_BYTES), 'a.pdf']),
    );
    expect(largest.status).toBe(201);
    const before = await countTraces(api);
    const tooLarge = await upload(api, formOf(['file', content, 'b.pdf']));
    expect(tooLarge.status).toBe(413);
    const { error } = errorBodySchema.parse(await tooLarge.json());
    expect(error.message).toBe('b.pdf is larger than 10MB');
    expect(await countTraces(api)).toEqual(before);
  });

  const cases: [string, () => FormData, number][] = [
    ['no file', () => formOf(), 400],
    ['a file in another field', () => formOf(['upload', PDF, 'a.pdf']), 400],
    ['two files', () => formOf(['file', PDF, 'a.pdf'], ['file', PDF, 'b.pdf']), 400],
    ['an empty file field', () => formOf(['file', '', '']), 400],
    ['a program', () => formOf(['file', 'MZ', 'a.exe']), 415],
    ['a program called a PDF', () => formOf(['file', 'MZ and more', 'a.pdf']), 415],
    ['an empty file', () => formOf(['file', '', 'a.pdf']), 415],
  ];

  it.for(cases)('refuses %s and keeps nothing of it', async ([name, form, status], { api }) => {
    const before = await countTraces(api);
    const response = await upload(api, form());
    expect(response.status).toBe(status);
    errorBodySchema.parse(await response.json());
    const after = await countTraces(api);
    expect(after.temporary).toBe(before.temporary);
    // The first of two files was stored already; unclaimed, it is removed after a day.
    expect(after.rows - before.rows).toBe(name === 'two files' ? 1 : 0);
  });

  it('asks for the key, and for a form', async ({ api }) => {
    const noKey = await upload(api, formOf(['file', PDF, 'a.pdf']), { 'idempotency-key': '' });
    expect(noKey.status).toBe(400);
    const json = await api.request('/api/order-attachments', {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });

  const HEAD = [
    'POST /api/order-attachments HTTP/1.1',
    'host: localhost',
    'idempotency-key: 5a1e7d3c-0000-4000-8000-000000000002',
    'content-type: multipart/form-data; boundary=b',
    'content-length: 100000',
    '',
    '--b',
    'content-disposition: form-data; name="file"; filename="a.pdf"',
    '',
    PDF,
  ].join('\r\n');

  it('leaves nothing behind when the connection breaks off', async ({ api }) => {
    const before = await countTraces(api);
    const socket = connect(port, '127.0.0.1');
    socket.write(HEAD);
    await expect.poll(async () => (await countTraces(api)).temporary).toBe(before.temporary + 1);
    socket.destroy();
    await expect.poll(() => countTraces(api)).toEqual(before);
  });

  it('cuts an upload that stalls with 408, long before 15 seconds are over', async ({ api }) => {
    const actual =
      await vi.importActual<typeof import('#server/core/limits.ts')>('#server/core/limits.ts');
    expect(actual.LIMITS.uploadStall).toBeLessThanOrEqual(12_000);
    const before = await countTraces(api);
    const socket = connect(port, '127.0.0.1');
    let body = '';
    socket.setEncoding('utf8').on('data', (text) => (body += text));
    const closed = once(socket, 'close');
    const started = performance.now();
    socket.write(HEAD);
    await Promise.race([closed, delay(10_000)]);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(body).toMatch(/^HTTP\/1\.1 408 /);
    expect(body).toContain('"code":"TIMEOUT"');
    expect(await countTraces(api)).toEqual(before);
  });
});
