import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { readTracking } from '#server/services/tracking/index.ts';
import { it } from '#tests/support/fixtures.ts';
import { sendOrder } from '#tests/support/privacy/sent-enquiries.ts';
import {
  submitConfirmForm,
  submitLostLinkForm,
  submitTrackingForm,
} from '#server/forms/tracking-form.ts';

const CHUNK = 64 * 1024;
const PDF = new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n']);

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
    const { token } = await sendOrder(ctx);
    const form = wordForm('With a plan.', randomUUID(), [PDF, 'plan.pdf']);
    const outcomes = await Promise.all(
      [1, 2, 3].map(async () => submitTrackingForm(ctx, await post(form), token)),
    );
    expect(outcomes).toEqual([1, 2, 3].map(() => ({ isAccepted: true, action: 'write' })));
    const items = (await readTracking(ctx, token))?.items ?? [];
    expect(items.slice(1)).toMatchObject([{ body: 'With a plan.', files: [{ name: 'plan.pdf' }] }]);
  });

  it('may be files alone, and says what is wrong with one of them', async ({ ctx }) => {
    const { token } = await sendOrder(ctx);
    const send = async (message: string, ...files: [Blob, string][]) =>
      submitTrackingForm(ctx, await post(wordForm(message, randomUUID(), ...files)), token);
    expect(await send('', [PDF, 'a.pdf'])).toMatchObject({ isAccepted: true });
    const large = new Blob([new Uint8Array(11 * 1024 * 1024)]);
    for (const [message, file, errors] of [
      ['  ', null, { message: 'Please write a message or choose a file' }],
      ['Hi', [PDF, 'run.exe'], { files: expect.stringContaining('run.exe') }],
      ['x'.repeat(5_001), null, { message: 'Message must be at most 5,000 characters' }],
      ['Hi', [large, 'large.pdf'], { files: expect.stringContaining('large.pdf') }],
    ] as [string, [Blob, string] | null, object][]) {
      const rejected = { entries: { message }, errors };
      expect(await send(message, ...(file ? [file] : []))).toMatchObject({ status: 400, rejected });
    }
    expect((await readTracking(ctx, token))?.items).toHaveLength(2);
  });
});

describe('an action', () => {
  it('is done, or says at its field why not', async ({ ctx }) => {
    const { token, email } = await sendOrder(ctx);
    const rename = { action: 'correct', name: 'Ada Lovelace' };
    for (const fields of [{ action: 'withdraw' }, { action: 'resume' }, rename]) {
      expect(await submit(ctx, token, fields)).toMatchObject({ isAccepted: true });
    }
    for (const [action, name, value, error] of [
      ['correct', 'name', 'x', expect.stringContaining('at least 2')],
      ['email', 'email', 'no address', 'Please enter a valid email address'],
      ['email', 'email', email.toUpperCase(), 'This is the address that we have'],
    ] as const) {
      const rejected = { action, errors: { [name]: error } };
      const outcome = await submit(ctx, token, { action, [name]: value });
      expect(outcome).toMatchObject({ status: 400, rejected });
    }
    expect(await submit(ctx, token, { action: 'erase' })).toMatchObject({ isAccepted: true });
    expect((await readTracking(ctx, token))?.pending.erasure).toBe(true);
  });

  it('is rejected in any other form, in bounded time and without a failure', async ({ ctx }) => {
    const { token } = await sendOrder(ctx);
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
    expect(await submit(ctx, 'x'.repeat(43), { action: 'erase' })).toBeNull();
  });
});

it('asks for a valid address before a look-up, and rejects an invented code', async ({ ctx }) => {
  const send = async (email: string) =>
    submitLostLinkForm(ctx, await post(new URLSearchParams({ email })));
  expect(await send('nobody')).toMatchObject({ status: 400, rejected: { email: 'nobody' } });
  expect(await send('nobody@example.com')).toEqual({ isAccepted: true });
  for (const code of ['', 'x', `${randomUUID()}.x`, 'ü'.repeat(100)]) {
    expect(await submitConfirmForm(ctx, await post(new URLSearchParams({ code })))).toBeNull();
  }
});
