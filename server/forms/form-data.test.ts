import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ORDER_MESSAGES } from '#shared/orders/messages.ts';
import type { ServiceContext } from '#server/context/context.ts';
import { createDatabase } from '#server/db/client.ts';
import { SAMPLE_ORDER_OPTIONS } from '#tests/support/samples/sample-options.ts';
import { createTestLog } from '#tests/support/log.ts';
import { submitMessageForm, submitOrderForm } from './form-data.ts';

let temporaryDir: string;
let ctx: ServiceContext;

/** What these tests reach of the context: a database that is down, and a folder. */
function contextWithoutDatabase(now = '2026-11-03T10:00:00Z'): ServiceContext {
  const { db } = createDatabase({ connection: { host: '127.0.0.1', port: 1 } });
  const parts: unknown = {
    db,
    storage: { temporaryDir, freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER) },
    log: createTestLog(),
    now: () => new Date(now),
  };
  return parts as ServiceContext;
}

beforeEach(async () => {
  temporaryDir = await mkdtemp(join(tmpdir(), 'form-data-'));
  ctx = {
    ...contextWithoutDatabase(),
    siteContent: () => ({ 'order-options': SAMPLE_ORDER_OPTIONS }),
  };
});

afterEach(async () => {
  expect(await readdir(temporaryDir)).toEqual([]);
  await rm(temporaryDir, { recursive: true });
});

const COMPLETE = {
  fullName: 'Murat Çetin',
  email: 'murat@example.com',
  phone: '',
  company: '',
  serviceType: 'Business Dashboards',
  projectDescription: 'A dashboard for our warehouse with the figures of the day and the week.',
  desiredFeatures: 'API Integration',
  estimatedBudget: 'under-5k',
  targetTimeline: '60-days',
  requiredLanguages: 'Turkish',
  termsAccepted: 'true',
};

function orderRequest(fields: Record<string, string>, files: File[] = []): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append('files', file);
  return new Request('http://localhost/order', { method: 'POST', body });
}

async function rejectedOrder(fields: Record<string, string>, files: File[] = [], context = ctx) {
  const outcome = await submitOrderForm(context, orderRequest(fields, files));
  if (outcome.isAccepted) throw new Error('the order was accepted');
  return outcome;
}

function messageRequest(fields: Record<string, string>): Request {
  const body = new URLSearchParams(fields);
  return new Request('http://localhost/contact', { method: 'POST', body });
}

describe('submitOrderForm', () => {
  it('answers every message of an empty form', async () => {
    const { status, rejected } = await rejectedOrder({});
    expect(status).toBe(400);
    const required = Object.keys(COMPLETE).filter((name) => !['phone', 'company'].includes(name));
    const messages: Record<string, unknown> = ORDER_MESSAGES;
    expect(rejected.errors).toEqual(
      Object.fromEntries(required.map((name) => [name, messages[name]])),
    );
  });

  it('reports a version of the terms that cannot exist at their checkbox', async () => {
    const { status, rejected } = await rejectedOrder({ ...COMPLETE, termsVersion: 'x\0' });
    const errors = { termsAccepted: ORDER_MESSAGES.termsUnknown };
    expect({ status, errors: rejected.errors }).toEqual({ status: 400, errors });
  });

  it('answers 503 and keeps every entry when the database is down', async () => {
    const { status, rejected } = await rejectedOrder(COMPLETE);
    expect(status).toBe(503);
    expect(rejected.failure).not.toBeNull();
    expect(rejected.entries).toEqual({
      ...COMPLETE,
      desiredFeatures: ['API Integration'],
      requiredLanguages: ['Turkish'],
      termsAccepted: true,
    });
  });

  it('derives the key of a complete form from its fields, its files and the day', async () => {
    const getFormKey = async (fields: Record<string, string>, content: string, context = ctx) =>
      (await rejectedOrder(fields, [new File([content], 'a.pdf')], context)).rejected.formKey;
    const key = await getFormKey(COMPLETE, '%PDF-1');
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await getFormKey(COMPLETE, '%PDF-1')).toBe(key);
    expect(await getFormKey({ ...COMPLETE, company: 'Meridyen' }, '%PDF-1')).not.toBe(key);
    expect(await getFormKey(COMPLETE, '%PDF-2')).not.toBe(key);
    const nextDay = contextWithoutDatabase('2026-11-04T10:00:00Z');
    expect(await getFormKey(COMPLETE, '%PDF-1', nextDay)).not.toBe(key);
  });

  it('keeps the key that an incomplete form carries, or gives each a new one', async () => {
    const getFormKey = async (fields: Record<string, string>) =>
      (await rejectedOrder(fields)).rejected.formKey;
    const formKey = '01a1fdd5-603f-75c5-923a-8a6ef4377354';
    expect(await getFormKey({ formKey })).toBe(formKey);
    expect(await getFormKey({ formKey: 'x' })).not.toBe('x');
    expect(await getFormKey({})).not.toBe(await getFormKey({}));
  });

  it('names the files that are too large or of a wrong type', async () => {
    const big = new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.pdf');
    const { status, rejected } = await rejectedOrder(COMPLETE, [big, new File(['MZ'], 'run.exe')]);
    expect(status).toBe(400);
    expect(rejected.errors).toEqual({
      files: 'big.pdf is larger than 10MB. run.exe is not a supported file type',
    });
  });

  it('keeps stored files, except those to be removed and what is no file of ours', async () => {
    const body = new FormData();
    for (const path of ['order-attachments/1-a.pdf', 'order-attachments/2-b.pdf', '../secret']) {
      body.append('storedFile', JSON.stringify({ path, name: 'a.pdf', size: 1 }));
    }
    body.append('storedFile', '{');
    body.append('removeFile', 'order-attachments/2-b.pdf');
    const request = new Request('http://localhost/order', { method: 'POST', body });
    const outcome = await submitOrderForm(ctx, request);
    expect(outcome).toMatchObject({
      rejected: { files: [{ path: 'order-attachments/1-a.pdf', name: 'a.pdf', size: 1 }] },
    });
  });
});

describe('submitMessageForm', () => {
  const complete = { name: 'Selin Kaya', email: 'selin@example.com', message: 'Can we talk?' };

  it('answers the messages and keeps the entries', async () => {
    const request = messageRequest({ name: 'S', message: 'Hi' });
    expect(await submitMessageForm(ctx, request)).toMatchObject({
      status: 400,
      rejected: {
        entries: { name: 'S', email: '', message: 'Hi' },
        errors: {
          name: 'Name must be at least 2 characters',
          email: 'Please enter a valid email address',
          message: 'Message must be at least 10 characters',
        },
      },
    });
  });

  it('answers 503, keeps the entries and derives the key from them when the database is down', async () => {
    const submit = (changes = {}) =>
      submitMessageForm(ctx, messageRequest({ ...complete, ...changes }));
    const formKey = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const outcome = await submit();
    const rejected = { entries: complete, errors: {}, formKey };
    expect(outcome).toMatchObject({ status: 503, rejected });
    expect(await submit()).toEqual(outcome);
    const other = await submit({ name: 'Selin' });
    expect(other.isAccepted || other.rejected.formKey).not.toBe(
      outcome.isAccepted || outcome.rejected.formKey,
    );
  });

  it('refuses a body that is no form', async () => {
    const request = new Request('http://localhost/contact', { method: 'POST', body: '{}' });
    expect(await submitMessageForm(ctx, request)).toMatchObject({ status: 415 });
  });
});
