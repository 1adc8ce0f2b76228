import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { ServiceError } from '#server/core/errors.ts';
import { type MultipartFile, readMultipart } from './multipart.ts';

const BOUNDARY = 'frontier';

type Received = { fieldName: string; fileName: string; declaredType: string; content: Buffer };

function requestOf(body: BodyInit, contentType = `multipart/form-data; boundary=${BOUNDARY}`) {
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body,
    duplex: 'half',
  } as RequestInit);
}

function streamOf(bytes: Uint8Array, chunkSizes: readonly number[]): ReadableStream<Uint8Array> {
  let position = 0;
  let turn = 0;
  return new ReadableStream({
    pull(controller) {
      const size = chunkSizes[turn % chunkSizes.length] ?? 1;
      turn += 1;
      controller.enqueue(bytes.slice(position, position + size));
      position += size;
      if (position >= bytes.length) controller.close();
    },
  });
}

async function keep({ content, ...rest }: MultipartFile, files: Received[]): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(Buffer.from(chunk));
  files.push({ ...rest, content: Buffer.concat(chunks) });
}

async function read(request: Request, options: { maxFiles?: number; maxBytes?: number } = {}) {
  const files: Received[] = [];
  const fields = await readMultipart(request, { ...options, onFile: (file) => keep(file, files) });
  return { fields: [...fields], files };
}

function lines(...parts: string[]): string {
  return parts.join('\r\n');
}

function part(name: string, value: string): string {
  return lines(`--${BOUNDARY}`, `content-disposition: form-data; name="${name}"`, '', value, '');
}

function filePart(disposition: string, value: string): string {
  return lines(
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; ${disposition}`,
    'Content-Type: application/pdf',
    '',
    value,
    '',
  );
}

const END = `--${BOUNDARY}--\r\n`;

function partWith(header: string): string {
  return part('a', 'b').replace('\r\n\r\n', `\r\n${header}\r\n\r\n`) + END;
}

async function expectError(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await promise.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({ code });
}

describe('readMultipart', () => {
  it('reads what a browser sends', async () => {
    const form = new FormData();
    form.append('fullName', 'Özlem "Öz" Öztürk');
    form.append('features', 'a');
    form.append('features', 'b');
    form.append('file', new File(['%PDF'], 'Çizim "1"\r\n.pdf', { type: 'application/pdf' }));
    form.append('after', 'yes');
    const { fields, files } = await read(
      new Request('http://localhost/', { method: 'POST', body: form }),
    );
    expect(fields).toEqual([
      ['fullName', 'Özlem "Öz" Öztürk'],
      ['features', 'a'],
      ['features', 'b'],
      ['after', 'yes'],
    ]);
    const names = { fieldName: 'file', fileName: 'Çizim "1"\r\n.pdf' };
    const declaredType = 'application/pdf';
    expect(files).toEqual([{ ...names, declaredType, content: Buffer.from('%PDF') }]);
    const empty = filePart('name="file"; filename=""', '') + part('a', 'b') + END;
    expect(await read(requestOf(empty))).toEqual({ fields: [['a', 'b']], files: [] });
  });

  it('reads the same whatever the chunks are', async () => {
    const contents = fc.array(
      fc.oneof(
        fc.constantFrom('\r\n', '\r', '\n', '--', `\r\n--${BOUNDARY.slice(0, 5)}`, '\r\n--', '-'),
        fc.string({ maxLength: 8 }),
      ),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(
        contents.map((pieces) => pieces.join('')),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (content, sizes) => {
          const text = content.toWellFormed();
          const file = filePart('name="file"; filename="a.pdf"', text);
          const body = Buffer.from(part('before', 'x') + file + part('t', text) + END);
          const { fields, files } = await read(requestOf(streamOf(body, sizes)));
          expect(files.map(({ content: bytes }) => bytes.toString())).toEqual([text]);
          expect(Object.fromEntries(fields)).toEqual({ before: 'x', t: text });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('hands a file on while it arrives', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
    const send = (text: string) => controller?.enqueue(Buffer.from(text));
    const seen: string[] = [];
    const reading = readMultipart(requestOf(body), {
      async onFile({ content }) {
        for await (const chunk of content) seen.push(Buffer.from(chunk).toString());
      },
    });
    send(filePart('name="file"; filename="a.pdf"', 'first'.repeat(100)).trimEnd());
    await expect.poll(() => seen.join('').length).toBeGreaterThan(400);
    send(`second\r\n${END}`);
    controller?.close();
    await reading;
    expect(seen.join('')).toBe(`${'first'.repeat(100)}second`);
  });

  it('skips what the receiver of a file leaves unread', async () => {
    const body = filePart('name="file"; filename="a"', 'x'.repeat(100_000)) + part('a', 'b') + END;
    const fields = await readMultipart(requestOf(body), { onFile: async () => undefined });
    expect([...fields]).toEqual([['a', 'b']]);
  });

  it('reads names as other clients quote them', async () => {
    const body = filePart('filename="a \\"b\\".pdf"; name=file', 'x') + END;
    const { files } = await read(requestOf(body));
    expect(files[0]).toMatchObject({ fieldName: 'file', fileName: 'a "b".pdf' });
  });

  it.each<[string, BodyInit]>([
    ['nothing', ''],
    ['no boundary', 'text without any boundary'],
    ['no end', part('a', 'b')],
    ['an end within a part', part('a', 'b').slice(0, -8)],
    ['no headers', lines(`--${BOUNDARY}`, '', 'x', END)],
    ['a part without a name', filePart('filename="a.pdf"', 'x') + END],
    ['another disposition', part('a', 'b').replace('form-data', 'attachment') + END],
    ['two dispositions', partWith('Content-Disposition: form-data; name="b"')],
    ['a header without a colon', partWith('nonsense')],
    ['a folded header', partWith(' folded')],
    ['headers of 9 kB', partWith(`x: ${'y'.repeat(9_000)}`)],
    ['text after a boundary', part('a', 'b').replace(`--${BOUNDARY}`, `--${BOUNDARY}x`) + END],
    ['too many parts', part('a', 'b').repeat(201) + END],
    ['a long preamble', `${'x'.repeat(2_000)}\r\n${part('a', 'b')}${END}`],
    ['text that is not UTF-8', Buffer.from(part('a', '\xff\xfe') + END, 'latin1')],
  ])('rejects %s', async (_, body) => {
    await expectError(read(requestOf(body)), 'BAD_REQUEST');
  });

  it.each([
    ['application/json', 'UNSUPPORTED_MEDIA_TYPE'],
    ['multipart/mixed; boundary=frontier', 'UNSUPPORTED_MEDIA_TYPE'],
    ['x', 'UNSUPPORTED_MEDIA_TYPE'],
    ['multipart/form-data', 'BAD_REQUEST'],
    [`multipart/form-data; boundary=${'b'.repeat(71)}`, 'BAD_REQUEST'],
  ])('rejects the type %s', async (type, code) => {
    await expectError(read(requestOf(part('a', 'b') + END, type)), code);
  });

  it('limits the bytes of the texts, the whole body and the number of files', async () => {
    const strings = part('a', 'x'.repeat(LIMITS.formFields / 2)).repeat(3) + END;
    await expectError(read(requestOf(strings)), 'PAYLOAD_TOO_LARGE');
    const file = filePart('name="file"; filename="a"', 'x'.repeat(5_000));
    await expectError(read(requestOf(file + END), { maxBytes: 4_000 }), 'PAYLOAD_TOO_LARGE');
    await expectError(read(requestOf(file.repeat(3) + END), { maxFiles: 2 }), 'BAD_REQUEST');
  });

  it('passes an error of the receiver on and stops reading', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(Buffer.from(filePart('name="file"; filename="a"', 'x'.repeat(200)))),
      cancel: () => void (isCancelled = true),
    });
    const failing = readMultipart(requestOf(body), {
      onFile: () => Promise.reject(new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'No.')),
    });
    await expectError(failing, 'UNSUPPORTED_MEDIA_TYPE');
    await expect.poll(() => isCancelled).toBe(true);
  });

  it('gives up on a sender that falls silent, and on one that breaks off', async () => {
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(part('a', 'b'))),
    });
    const onFile = async () => undefined;
    await expectError(readMultipart(requestOf(silent), { stallMs: 30, onFile }), 'TIMEOUT');
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    });
    await expectError(readMultipart(requestOf(broken), { onFile }), 'BAD_REQUEST');
  });
});
