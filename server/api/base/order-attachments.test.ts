import { readdir } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { it } from '#tests/support/fixtures.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const PDF = '%PDF-1.7\na drawing\n%%EOF\n';

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

function buildForm(...files: [field: string, content: BlobPart, name: string][]): FormData {
  const form = new FormData();
  for (const [field, content, name] of files) form.append(field, new File([content], name));
  return form;
}

async function countTraces(api: TestApp): Promise<{ rows: number; temporary: number }> {
  const rows = await api.db.selectFrom('orderAttachments').select('id').execute();
  return { rows: rows.length, temporary: (await readdir(api.storage.temporaryDir)).length };
}

describe('POST /api/order-attachments', () => {
  it.for<[string, () => FormData, status: number, rows: number]>([
    ['no file', () => buildForm(), 400, 0],
    ['a file in another field', () => buildForm(['upload', PDF, 'a.pdf']), 400, 0],
    // The first one was stored already; unclaimed, it is removed after a day.
    ['two files', () => buildForm(['file', PDF, 'a.pdf'], ['file', PDF, 'b.pdf']), 400, 1],
    ['an empty file field', () => buildForm(['file', '', '']), 400, 0],
    ['a program called a PDF', () => buildForm(['file', 'MZ and more', 'a.pdf']), 415, 0],
  ])('rejects %s and keeps nothing of it', async ([, form, status, rows], { api }) => {
    const before = await countTraces(api);
    const response = await upload(api, form());
    expect(response.status).toBe(status);
    errorBodySchema.parse(await response.json());
    const { temporary } = before;
    expect(await countTraces(api)).toEqual({ rows: before.rows + rows, temporary });
  });

  it('asks for the key, and for a form', async ({ api }) => {
    const noKey = await upload(api, buildForm(['file', PDF, 'a.pdf']), { 'idempotency-key': '' });
    expect(noKey.status).toBe(400);
    const json = await api.request('/api/order-attachments', {
      method: 'POST',
      headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
      body: '{}',
    });
    expect(json.status).toBe(415);
  });
});
