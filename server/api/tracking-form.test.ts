import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { trackingTokenOf } from '#server/services/conversations/index.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import {
  submitConfirmForm,
  submitLostLinkForm,
  submitTrackingForm,
} from '#server/forms/tracking-form.ts';

const CHUNK = 64 * 1024;
const PDF = new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n']);

async function sendOrder(ctx: ServiceContext): Promise<string> {
  const order = { input: buildOrderInput(), filePaths: [], idempotencyKey: randomUUID() };
  const { id } = await createOrder(ctx, order);
  const conversation = await ctx.db
    .selectFrom('conversations')
    .select(['id', 'tokenVersion'])
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  return trackingTokenOf(ctx, conversation);
}

async function post(body: FormData | URLSearchParams | string, type?: string): Promise<Request> {
  const encoded = new Response(body);
  const contentType = type ?? encoded.headers.get('content-type') ?? '';
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  let sent = 0;
  // In pieces, as a network brings it.
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + CHUNK));
      sent += CHUNK;
      if (sent >= bytes.length) controller.close();
    },
  });
  return new Request('https://site.example/track/x', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: stream,
    duplex: 'half',
  } as RequestInit);
}

function wordForm(message: string, formKey: string, ...files: [Blob, string][]): FormData {
  const form = new FormData();
  form.set('action', 'write');
  form.set('formKey', formKey);
  form.set('message', message);
  for (const [content, name] of files) form.append('files', content, name);
  return form;
}

async function submit(ctx: ServiceContext, token: string, fields: Record<string, string>) {
  return submitTrackingForm(ctx, await post(new URLSearchParams(fields)), token);
}

describe('a word with files', () => {
  it('is stored once, also when its form is sent twice at the same time', async ({ ctx }) => {
    const token = await sendOrder(ctx);
    const form = wordForm('With a plan.', randomUUID(), [PDF, 'plan.pdf']);
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => submitTrackingForm(ctx, await post(form), token)),
    );
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ isAccepted: true, action: 'write' })));
    const items = (await readTracking(ctx, token))?.items ?? [];
    expect(items.slice(1)).toMatchObject([{ body: 'With a plan.', files: [{ name: 'plan.pdf' }] }]);
  });

  it('may be files alone, and says what is wrong with one of them', async ({ ctx }) => {
    const token = await sendOrder(ctx);
    const send = async (form: FormData) => submitTrackingForm(ctx, await post(form), token);
    expect(await send(wordForm('', randomUUID(), [PDF, 'a.pdf']))).toMatchObject({
      isAccepted: true,
    });
    expect(await send(wordForm('  ', randomUUID()))).toMatchObject({
      status: 400,
      rejected: { errors: { message: 'Please write a message or choose a file' } },
    });
    expect(await send(wordForm('Hi', randomUUID(), [PDF, 'run.exe']))).toMatchObject({
      status: 400,
      rejected: {
        entries: { message: 'Hi' },
        errors: { files: expect.stringContaining('run.exe') },
      },
    });
    expect(await send(wordForm('x'.repeat(5_001), randomUUID()))).toMatchObject({
      status: 400,
      rejected: { errors: { message: 'Message must be at most 5,000 characters' } },
    });
    const large = new Blob([new Uint8Array(11 * 1024 * 1024)]);
    expect(await send(wordForm('Hi', randomUUID(), [large, 'large.pdf']))).toMatchObject({
      status: 400,
      rejected: { errors: { files: expect.stringContaining('large.pdf') } },
    });
    expect((await readTracking(ctx, token))?.items).toHaveLength(2);
  });
});

describe('an action', () => {
  it('is done, or says at its field why not', async ({ ctx }) => {
    const token = await sendOrder(ctx);
    const done = { isAccepted: true };
    expect(await submit(ctx, token, { action: 'withdraw' })).toMatchObject(done);
    expect(await submit(ctx, token, { action: 'resume' })).toMatchObject(done);
    expect(await submit(ctx, token, { action: 'correct', name: 'Ada Lovelace' })).toMatchObject(
      done,
    );
    expect(await submit(ctx, token, { action: 'correct', name: 'x' })).toMatchObject({
      status: 400,
      rejected: { action: 'correct', errors: { name: expect.stringContaining('at least 2') } },
    });
    expect(await submit(ctx, token, { action: 'email', email: 'no address' })).toMatchObject({
      status: 400,
      rejected: { errors: { email: 'Please enter a valid email address' } },
    });
    expect(await submit(ctx, token, { action: 'email', email: 'OZLEM@example.com' })).toMatchObject(
      {
        status: 400,
        rejected: { errors: { email: 'This is the address that we have' } },
      },
    );
    expect(await submit(ctx, token, { action: 'erase' })).toMatchObject(done);
    expect((await readTracking(ctx, token))?.pending.erasure).toBe(true);
  });

  it('is rejected in any other form, in bounded time and without a failure', async ({ ctx }) => {
    const token = await sendOrder(ctx);
    for (const body of [
      await post('action=purge', 'application/x-www-form-urlencoded'),
      await post('action=%ff%00', 'application/x-www-form-urlencoded'),
      await post(`action=correct&name=${'x'.repeat(200_000)}`, 'application/x-www-form-urlencoded'),
      await post('{"action":"erase"}', 'application/json'),
      await post('--x\r\nbroken', 'multipart/form-data; boundary=x'),
      await post('', 'multipart/form-data'),
    ]) {
      const outcome = await submitTrackingForm(ctx, body, token);
      expect(outcome).toMatchObject({ isAccepted: false });
      const { status } = outcome as { status: number };
      expect([400, 413, 415, 422]).toContain(status);
    }
    expect((await readTracking(ctx, token))?.items).toHaveLength(1);
  });

  it('is none for a token that opens nothing', async ({ ctx }) => {
    expect(await submit(ctx, 'x'.repeat(43), { action: 'erase' })).toBeNull();
  });
});

it('asks for a proper address before anything is looked up, and confirms no made-up code', async ({
  ctx,
}) => {
  const send = async (email: string) =>
    submitLostLinkForm(ctx, await post(new URLSearchParams({ email })));
  expect(await send('nobody')).toMatchObject({ status: 400, rejected: { email: 'nobody' } });
  expect(await send('nobody@example.com')).toEqual({ isAccepted: true });
  for (const code of ['', 'x', `${randomUUID()}.x`, 'ü'.repeat(100)]) {
    expect(await submitConfirmForm(ctx, await post(new URLSearchParams({ code })))).toBeNull();
  }
});
