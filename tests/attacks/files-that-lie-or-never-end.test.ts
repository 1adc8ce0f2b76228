import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { readRow } from '#tests/support/database/rows.ts';
import { buildZip, type ZipEntry } from '#tests/support/hostile/zip.ts';
import {
  type SentResponse,
  BOUNDARY,
  countLeads,
  expectRejection,
  buildHead,
  MULTIPART,
  multipart,
  type Part,
  send,
  sendRaw,
} from '#tests/faults/faults.ts';
import {
  attackBuiltSite,
  JSON_TYPE,
  leaving,
  leavingNothing,
  ORDER,
  site,
  URL_ENCODED,
} from './attacked-site.ts';

const UPLOADS = '/api/order-attachments';
const PDF = Buffer.from('%PDF-1.7\n%a small file\n%%EOF\n');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a46494600', 'hex');
const ONE_FILE = { attachments: 1, files: 1 };

attackBuiltSite();

function pdfOf(size: number): Buffer {
  const bytes = Buffer.alloc(size, 0x20);
  PDF.copy(bytes);
  randomBytes(16).copy(bytes, size - 16);
  return bytes;
}

/** The head of an upload whose body is sent as it is. */
function headOfUpload(...headers: (readonly [name: string, value: string])[]): string {
  return buildHead(UPLOADS, MULTIPART, ['idempotency-key', randomUUID()], ...headers);
}

type UploadOptions = { key?: string; chunkSize?: number };

function upload(
  fileName: string,
  value: string | Uint8Array,
  { key = randomUUID(), chunkSize }: UploadOptions = {},
): Promise<SentResponse> {
  return send(site.port, {
    path: UPLOADS,
    headers: [MULTIPART, ['idempotency-key', key]],
    body: multipart([{ name: 'file', fileName, value }]),
    ...(chunkSize ? { chunkSize } : {}),
  });
}

function pathOf(response: SentResponse): string {
  expect(response.status, response.body).toBe(201);
  return (JSON.parse(response.body) as { path: string }).path;
}

function findAttachment(path: string) {
  return readRow(site.db, 'orderAttachments', '*', { path });
}

function submit(key: string, fileUrls: string[], changes: object = {}): Promise<SentResponse> {
  return send(site.port, {
    path: '/api/submit-order',
    headers: [JSON_TYPE, ['idempotency-key', key]],
    body: JSON.stringify({ ...ORDER, ...changes, fileUrls }),
  });
}

function orderParts(...files: Part[]): Part[] {
  const fields = Object.entries(ORDER).flatMap(([name, value]) =>
    [value].flat().map((entry) => ({ name, value: String(entry) })),
  );
  return [...fields, ...files];
}

function postOrderPage(...files: Part[]): Promise<SentResponse> {
  const body = multipart(orderParts(...files));
  return send(site.port, { path: '/order', headers: [MULTIPART], body });
}

describe('the size of an upload', () => {
  it.each([
    ['with its length', undefined],
    ['in chunks', 200_000],
  ])('is right at 10 MB and wrong with one byte more, sent %s', async (_, chunkSize) => {
    const options = chunkSize ? { chunkSize } : {};
    const path = pathOf(await upload('plan.pdf', pdfOf(MAX_UPLOAD_BYTES), options));
    expect((await findAttachment(path)).sizeBytes).toBe(MAX_UPLOAD_BYTES);
    expect(statSync(join(site.dataDir, storedFile(path))).size).toBe(MAX_UPLOAD_BYTES);
    const denied = await leavingNothing(() =>
      upload('plan.pdf', pdfOf(MAX_UPLOAD_BYTES + 1), options),
    );
    expectRejection(denied, 413);
    expect(JSON.parse(denied.body).error.message).toBe('plan.pdf is larger than 10MB');
  });

  it('is refused unread when it is announced as too large', async () => {
    const head = headOfUpload(['content-length', '99999999999']);
    const response = await leavingNothing(() =>
      sendRaw(site.port, [head, `--${BOUNDARY}\r\n`], { untilClosed: true }),
    );
    expectRejection(response, 413);
    expect(response.ms).toBeLessThan(1_000);
  });

  it('is cut after 10 MB when it never ends', async () => {
    const head = headOfUpload(['transfer-encoding', 'chunked']);
    const begin = partHead('plan.pdf');
    const megabyte = Buffer.alloc(1024 * 1024, 0x20);
    const chunk = (bytes: Buffer) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n'];
    const response = await leavingNothing(() =>
      sendRaw(site.port, [
        head,
        ...chunk(Buffer.concat([Buffer.from(begin), PDF])),
        ...Array.from({ length: 200 }, () => chunk(megabyte)).flat(),
      ]),
    );
    // A sender that goes on regardless may lose the response with the connection.
    if (response.status !== 0) expectRejection(response, 413);
    expect(response.ms).toBeLessThan(3_000);
  });

  it('is what arrives, not what a smaller length says', async () => {
    const body = multipart([{ name: 'file', fileName: 'plan.pdf', value: pdfOf(50_000) }]);
    // Otherwise the rest is parsed as a second, malformed request, which may get its own response.
    const head = headOfUpload(['content-length', '20000'], ['connection', 'close']);
    expectRejection(await leavingNothing(() => sendRaw(site.port, [head, body])), 400);
  });

  it('is right for a file in the form without scripts at 10 MB, wrong with one byte more', async () => {
    const file = (size: number) => ({ name: 'files', fileName: 'plan.pdf', value: pdfOf(size) });
    expect((await postOrderPage(file(MAX_UPLOAD_BYTES))).status).toBe(303);
    const denied = await leavingNothing(() => postOrderPage(file(MAX_UPLOAD_BYTES + 1)));
    expect(denied.status).toBe(400);
    expect(denied.body).toContain('plan.pdf is larger than 10MB');
    expect(denied.body).toContain(`value="${ORDER.fullName}"`);
  });
});

function partHead(fileName: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
}

function storedFile(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  const files = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' });
  return files.find((file) => file.endsWith(name)) ?? `missing ${name}`;
}

function joined(...parts: (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

function zipBehind(prefix: string): Buffer {
  return buildZip([{ name: 'a' }], { prefix: Buffer.from(prefix) });
}

describe('the content of an upload', () => {
  const wrong: [string, string, string | Uint8Array][] = [
    ['nothing', 'a.pdf', ''],
    ['a program', 'a.pdf', Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['a page', 'a.png', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', 'a.jpg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a GIF', 'a.png', 'GIF89a'],
    ['a JPEG', 'a.png', JPEG],
    ['a PDF', 'a.zip', PDF],
    ['a zip', 'a.pdf', buildZip([{ name: 'a' }])],
    ['a PDF behind a space', 'a.pdf', ` ${PDF.toString()}`],
    ['half a signature', 'a.png', PNG.subarray(0, 8)],
    ['a PDF', 'a.pdf.exe', PDF],
    ['a PDF', 'a.php', PDF],
    ['a PDF', 'a.pdf;.php', PDF],
    ['a PDF', 'pdf', PDF],
    ['a PDF', 'a.pdf.', PDF],
    ['a shell script', 'a.zip', '#!/bin/sh\n'],
    ['a program with a zip behind it', 'a.zip', joined('MZ', zipBehind('MZ'))],
  ];

  it.each(wrong)('is refused when it is %s named %s', async (_, fileName, bytes) => {
    expectRejection(await leavingNothing(() => upload(fileName, bytes)), 415);
  });

  const polyglots: [string, string, string, Uint8Array][] = [
    ['a PNG with a zip behind it', 'a.png', 'image/png', joined(PNG, zipBehind(''))],
    ['a JPEG with a page in it', 'a.jpg', 'image/jpeg', joined(JPEG, '<script>alert(1)</script>')],
    ['a PDF with a program', 'a.pdf', 'application/pdf', joined(PDF, '<?php system("id"); ?>')],
  ];

  it.each(polyglots)('stays what it was taken for: %s', async (_, fileName, type, bytes) => {
    const path = pathOf(await upload(fileName, bytes));
    expect((await findAttachment(path)).contentType).toBe(type);
    for (const address of [`/${path}`, `/media/${path}`, `/private/${path}`, `/api/${path}`]) {
      expect((await send(site.port, { method: 'GET', path: address })).status).toBe(404);
    }
  });

  it('is refused in the form without scripts too, and the rest of the form is kept', async () => {
    const good = { name: 'files', fileName: 'good.pdf', value: PDF };
    const bad = { name: 'files', fileName: 'bad.pdf', value: 'MZ' };
    const response = await leaving(ONE_FILE, () => postOrderPage(good, bad));
    expect(response.status).toBe(400);
    expect(response.body).toContain('bad.pdf is not a supported file type');
    expect(response.body).toContain('good.pdf');
    expect(response.body).toContain(`value="${ORDER.fullName}"`);
  });
});

describe('the name of an upload', () => {
  const names: [string, string][] = [
    ['../../x.pdf', 'x.pdf'],
    ['..\\..\\x.pdf', 'x.pdf'],
    ['C:\\x.pdf', 'x.pdf'],
    ['/etc/cron.d/x.pdf', 'x.pdf'],
    ['%2e%2e%2fx.pdf', '%2e%2e%2fx.pdf'],
    ['x%0D%0ASet-Cookie: a=b.pdf', 'xSet-Cookie: a=b.pdf'],
    ['%22x%22.pdf', '"x".pdf'],
    ['....pdf', '....pdf'],
    ['.pdf', 'file.pdf'],
    ['invoice\u202efdp.zip.pdf', 'invoicefdp.zip.pdf'],
    ['\u2066x\u2069\u200b.pdf', 'x.pdf'],
    ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
    ["'; drop table orders; --.pdf", "'; drop table orders; --.pdf"],
    ['=cmd|calc!A1.pdf', '=cmd|calc!A1.pdf'],
    ['CON.pdf', 'CON.pdf'],
    ['__proto__.pdf', '__proto__.pdf'],
    [`${'n'.repeat(5_000)}.pdf`, `${'n'.repeat(251)}.pdf`],
    [`${'😀'.repeat(1_200)}.pdf`, `${'😀'.repeat(251)}.pdf`],
  ];

  it.each(names)('%s is shown as %s and never used as a path', async (sent, shown) => {
    const path = pathOf(await leaving(ONE_FILE, () => upload(sent, PDF)));
    expect(path).toMatch(/^order-attachments\/\d{13}-[0-9a-z]{20}\.pdf$/);
    expect((await findAttachment(path)).originalName).toBe(shown);
    expect(storedFile(path)).toMatch(/^[\w/]*order-attachments\/[\w-]+\.pdf$/);
  });

  it.each([
    ['only dots', '......'],
    ['a folder', 'x.pdf/'],
    ['a NUL', 'x.pdf\0'],
    ['a NUL before the extension', 'x.exe\0.pdf'],
    ['a raw line break', 'x\n.pdf'],
    ['a raw header', 'x"\r\nSet-Cookie: a=b\r\n\r\n.pdf'],
    ['9 kB', `${'n'.repeat(9_000)}.pdf`],
    ['an extension that is reversed by a mark', 'invoice\u202efdp.exe'],
    ['invalid UTF-8', '\xff'],
  ])('is refused with %s', async (name, fileName) => {
    const form = multipart([{ name: 'file', fileName, value: PDF }]);
    const body = name === 'invalid UTF-8' ? Buffer.from(form.toString(), 'latin1') : form;
    const headers = [MULTIPART, ['idempotency-key', randomUUID()] as const];
    const sending = () => send(site.port, { path: UPLOADS, headers, body });
    expectRejection(await leavingNothing(sending));
  });
});

describe('a zip', () => {
  const zeros = Buffer.alloc(30 * 1024 * 1024);
  const data = Buffer.from('a text');
  const entry = (changes?: Partial<ZipEntry>): ZipEntry => ({ name: 'a.txt', data, ...changes });
  const bomb = (changes?: object) => entry({ data: zeros, isDeflated: true, ...changes });
  const entries = (count: number, build: (index: number) => ZipEntry) =>
    Array.from({ length: count }, (_, index) => build(index));
  const lies = (size: number) => ({ stated: { size }, local: { size } });
  const zip =
    (...parts: Parameters<typeof buildZip>) =>
    () =>
      buildZip(...parts);
  const hostile: [string, () => Buffer][] = [
    ['that unpacks to 1,000 times its size', zip([bomb()])],
    [
      'of bombs beside a harmless file',
      zip([entry(), ...entries(3, (n) => bomb({ name: `${n}` }))]),
    ],
    ['that states 4 GB', zip([entry({ isDeflated: true, ...lies(0xfffffffe) })])],
    ['that states less than it holds', zip([entry(lies(1))])],
    ['whose entry contradicts the directory', zip([bomb({ stated: { size: 10 } })])],
    ['whose entries share their bytes', zip([entry(), entry({ stated: { localOffset: 0 } })])],
    ['of 10,001 files', zip(entries(10_001, () => entry({ data: Buffer.alloc(0) })))],
    [
      'that states too few files',
      zip([entry(), entry({ name: 'b' })], { stated: { entryCount: 1 } }),
    ],
    ['that states 65,535 files', zip([entry()], { stated: { entryCount: 0xffff } })],
    ['whose directory lies outside', zip([entry()], { stated: { directoryOffset: 0xfffffff0 } })],
    ['with a path upwards', zip([entry({ name: '../../etc/cron.d/x' })])],
    ['with an absolute path', zip([entry({ name: '/etc/passwd' })])],
    ['with a Windows path', zip([entry({ name: 'C:\\x' })])],
    ['with a second directory', zip([entry()], { comment: buildZip([entry({ name: 'b' })]) })],
    ['cut in half', () => buildZip([entry({ data: randomBytes(10_000) })]).subarray(0, 5_000)],
    ['of 10 MB without a directory', () => joined('PK\x03\x04', randomBytes(9 * 1024 * 1024))],
    [
      'of bombs in zips',
      () => buildZip(entries(16, (n) => entry({ name: `${n}.zip`, data: buildZip([bomb()]) }))),
    ],
  ];

  it.each(hostile)('%s is stored byte for byte, without being unpacked', async (_, build) => {
    const bytes = build();
    const response = await leaving(ONE_FILE, () => upload('archive.zip', bytes));
    const path = pathOf(response);
    expect((await findAttachment(path)).contentType).toBe('application/zip');
    expect(readFileSync(join(site.dataDir, storedFile(path))).equals(bytes)).toBe(true);
    expect(response.ms).toBeLessThan(2_000);
  });
});

describe('the files of one form', () => {
  it('are at most ten', async () => {
    const key = randomUUID();
    for (let index = 0; index < 10; index += 1) {
      pathOf(await upload(`${index}.pdf`, PDF, { key }));
    }
    const denied = await leavingNothing(() => upload('10.pdf', PDF, { key }));
    expectRejection(denied, 400);
    expect(JSON.parse(denied.body).error.message).toBe('Please attach at most 10 files');
  });

  it('are at most 50 MB', async () => {
    const key = randomUUID();
    const paths: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      paths.push(pathOf(await upload(`${index}.pdf`, pdfOf(MAX_UPLOAD_BYTES), { key })));
    }
    expectRejection(await leavingNothing(() => upload('small.pdf', PDF, { key })), 400);
    expect((await submit(key, paths)).status).toBe(201);
  });

  it('are at most ten in the form without scripts, and what was right is kept', async () => {
    const files = Array.from({ length: 11 }, (_, index) => ({
      name: 'files',
      fileName: `drawing-${index}.pdf`,
      value: PDF,
    }));
    const response = await postOrderPage(...files);
    expect(response.status).toBe(400);
    expect(response.body).toContain('Please attach at most 10 files');
    expect(response.body).toContain('drawing-9.pdf');
    expect(response.body).toContain(`value="${ORDER.fullName}"`);
  });

  it('belong to it: another form cannot have them', async () => {
    const owner = randomUUID();
    const path = pathOf(await upload('plan.pdf', PDF, { key: owner }));
    const stranger = await leavingNothing(() => submit(randomUUID(), [path]));
    expectRejection(stranger, 400);
    expect((await findAttachment(path)).status).toBe('staged');

    const formKey = randomUUID();
    const stored = JSON.stringify({ path, name: 'plan.pdf', size: PDF.length });
    const page = await leavingNothing(() =>
      postOrderPage({ name: 'formKey', value: formKey }, { name: 'storedFile', value: stored }),
    );
    expect(page.status).toBe(400);

    expect((await submit(owner, [path])).status).toBe(201);
    expectRejection(await leavingNothing(() => submit(randomUUID(), [path])), 400);
  });

  it('are stored once when they are sent twice at once', async () => {
    const key = randomUUID();
    const responses = await leaving(ONE_FILE, () =>
      Promise.all([1, 2, 3, 4].map(() => upload('plan.pdf', PDF, { key }))),
    );
    expect(new Set(responses.map(pathOf)).size).toBe(1);
  });
});

describe('orders that are sent at once under one key', () => {
  it('are one order when they are the same', async () => {
    const before = await countLeads(site);
    const key = randomUUID();
    const path = pathOf(await upload('plan.pdf', PDF, { key }));
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(() => submit(key, [path])));
    const references = responses.flatMap(({ status, body }) => {
      expect([201, 409]).toContain(status);
      return status === 201 ? [JSON.parse(body).reference] : [];
    });
    expect(new Set(references).size).toBe(1);
    expect((await countLeads(site)).orders).toBe(before.orders + 1);
    expect((await submit(key, [path])).body).toContain(references[0]);
  });

  it('are one order and refusals when they differ', async () => {
    const before = await countLeads(site);
    const key = randomUUID();
    const responses = await Promise.all(
      [1, 2, 3, 4].map((index) => submit(key, [], { fullName: `Visitor ${index}` })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status } of responses) expect([201, 409, 422]).toContain(status);
    expect((await countLeads(site)).orders).toBe(before.orders + 1);
  });
});

describe('a request that does not end', () => {
  const begun = Buffer.concat([Buffer.from(partHead('plan.pdf')), pdfOf(300_000)]);
  const key = ['idempotency-key', '0192d5a0-0000-7000-8000-000000000000'] as const;
  const length = ['content-length', '1000000'] as const;
  const short = ['content-length', '1000'] as const;
  const chunked = ['transfer-encoding', 'chunked'] as const;
  const begunChunk = [`${begun.length.toString(16)}\r\n`, begun, '\r\n'];
  const requests = {
    'an upload': [buildHead(UPLOADS, MULTIPART, key, length), begun],
    'an upload in chunks': [buildHead(UPLOADS, MULTIPART, key, chunked), ...begunChunk],
    'an upload without any byte': [buildHead(UPLOADS, MULTIPART, key, length)],
    'an order': [buildHead('/api/submit-order', JSON_TYPE, key, short), '{'],
    'an order without scripts': [buildHead('/order', MULTIPART, length), begun],
    'a message without scripts': [buildHead('/contact', URL_ENCODED, short), 'name='],
    'a head': ['POST /api/submit-order HTTP/1.1\r\nhost: localhost\r\n'],
  };

  it('is cut within 15 seconds and leaves nothing', async () => {
    await leavingNothing(async () => {
      const responses = await Promise.all(
        Object.values(requests).map((pieces) => sendRaw(site.port, pieces, { untilClosed: true })),
      );
      Object.keys(requests).forEach((name, index) => {
        expect(responses[index]?.status, name).toBe(408);
        expect(responses[index]?.ms, name).toBeLessThan(15_000);
      });
    });
  });

  it('leaves nothing when its sender goes away', async () => {
    await leavingNothing(async () => {
      const { 'a head': _, ...others } = requests;
      await Promise.all(
        Object.values(others).map(async (pieces) => {
          const socket = connect({ port: site.port, host: '127.0.0.1' });
          await once(socket, 'connect');
          for (const piece of pieces) socket.write(piece);
          await new Promise((done) => setTimeout(done, 200));
          socket.resetAndDestroy();
        }),
      );
    });
    expect((await send(site.port, { method: 'GET', path: '/readyz' })).status).toBe(200);
  });

  it('is not read to its end when it is refused early', async () => {
    const head = buildHead(UPLOADS, MULTIPART, key, ['content-length', String(MAX_UPLOAD_BYTES)]);
    const response = await leavingNothing(() =>
      sendRaw(site.port, [head, partHead('a.exe'), 'MZ'], { untilClosed: true }),
    );
    expectRejection(response, 415);
    expect(response.ms).toBeLessThan(15_000);
  });
});
