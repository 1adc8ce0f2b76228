import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { errorBodySchema } from '#shared/common/errors.ts';
import { uploadResponseSchema } from '#shared/uploads/admin-schema.ts';
import { isMediaPath, MAX_IMAGE_BYTES, UPLOAD_FOLDERS } from '#shared/uploads/values.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import type { AdminRequests } from '#tests/support/admin-requests.ts';
import { animatedWebp, bitmapOf, iconOf, noisyGif, pngOf } from '#tests/support/hostile/images.ts';
import { it } from '#tests/support/fixtures.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="1"/></svg>';

type Upload = { name?: string; content: Uint8Array | string; folder?: string | null };

function send(admin: AdminRequests, { name = 'photo.png', content, folder = 'uploads' }: Upload) {
  const form = new FormData();
  form.append('file', new File([content as BlobPart], name));
  if (folder !== null) form.append('folder', folder);
  return admin.raw('POST', 'uploads', form);
}

async function upload(admin: AdminRequests, file: Upload) {
  const response = await send(admin, file);
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  const { url } = uploadResponseSchema.strict().parse(body);
  const stored = await admin.api.request(url);
  expect(stored.status).toBe(200);
  return { url, stored, bytes: Buffer.from(await stored.arrayBuffer()) };
}

/** Asserts that a file is rejected with this error. */
async function expectRejected(
  admin: AdminRequests,
  file: Upload | FormData,
  status: number,
  expected: { message?: string; fields?: object } = {},
) {
  const response = await (file instanceof FormData
    ? admin.raw('POST', 'uploads', file)
    : send(admin, file));
  const { error } = errorBodySchema.parse(await response.json());
  expect({ status: response.status, ...error }).toMatchObject({ status, ...expected });
}

function blank(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } });
}

describe('POST /api/admin/uploads', () => {
  it.for(UPLOAD_FOLDERS)('stores a picture in the folder %s', async (folder, { admin }) => {
    const content = await blank(20, 10).png().toBuffer();
    const { url, stored } = await upload(admin, { content, folder });
    const [ending, type] =
      folder === 'logos/favicon' ? ['\\.png', 'png'] : ['_20x10\\.webp', 'webp'];
    expect(url).toMatch(new RegExp(`^/media/${folder}/\\d{13}-[a-z0-9]{20}${ending}$`));
    expect(isMediaPath(url)).toBe(true);
    expect(stored.headers.get('content-type')).toBe(`image/${type}`);
    expect(stored.headers.get('cache-control')).toContain('immutable');
  });

  it('uses the folder uploads by default, also takes it before the file', async ({ admin }) => {
    const { url: without } = await upload(admin, { content: SVG, name: 'a.svg', folder: null });
    expect(without).toMatch(/^\/media\/uploads\//);
    const form = new FormData();
    form.append('folder', 'blog-images');
    form.append('file', new File([SVG], 'a.svg'));
    const { url } = uploadResponseSchema.parse(
      await (await admin.raw('POST', 'uploads', form)).json(),
    );
    expect(url).toMatch(/^\/media\/blog-images\/.*\.svg$/);
  });

  it('takes every format, whatever the name says, and makes an icon a PNG', async ({ admin }) => {
    for (const format of ['jpeg', 'png', 'gif', 'webp', 'avif'] as const) {
      const content = await blank(40, 30).toFormat(format).toBuffer();
      const { bytes } = await upload(admin, { content, name: 'PHOTO.PNG' });
      const { width, height, format: stored } = await sharp(bytes).metadata();
      expect([width, height, stored], format).toEqual([40, 30, 'webp']);
    }
    const content = await blank(1_000, 500).webp().toBuffer();
    const { bytes } = await upload(admin, { content, name: 'icon.webp', folder: 'logos/favicon' });
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 512, height: 256 });
  });

  const BLUE = [255, 0, 0];
  const GREEN = [0, 255, 0];
  const PALETTE = [0, 0, 0, 0, ...BLUE, 0, ...GREEN, 0];
  const HALF = [...GREEN, 128, ...BLUE, 0];
  const mask = [0x40, 0x40];
  it.for([
    { depth: 32, rows: [[...BLUE, 255], HALF] },
    { depth: 32, rows: [BLUE, GREEN].map((color) => [...color, 0]), mask },
    { depth: 24, rows: [BLUE, GREEN], mask },
    { depth: 8, palette: PALETTE, rows: [[1], [2]], mask },
    { depth: 4, palette: PALETTE, rows: [[0x10], [0x20]], mask },
    { depth: 1, palette: PALETTE.slice(4), rows: [[0], [0x80]], mask },
  ])('makes an icon of $depth bits a PNG', async (bitmap, { admin }) => {
    const content = iconOf(bitmapOf(2, bitmap));
    const { bytes } = await upload(admin, { content, name: 'a.ICO', folder: 'logos/favicon' });
    const image = sharp(bytes);
    expect((await image.metadata()).format).toBe('png');
    const pixels = await image.ensureAlpha().raw().toBuffer();
    const alpha = bitmap.rows[1]?.[3] === 128 ? 128 : 255;
    expect([...pixels.subarray(0, 4)]).toEqual([0, 255, 0, alpha]);
    expect(pixels[7]).toBe(0);
    expect([...pixels.subarray(8, 12)]).toEqual([0, 0, 255, 255]);
  });

  it('takes the largest image of an icon file, also a PNG', async ({ admin }) => {
    const small = iconOf(bitmapOf(2, { depth: 24 }));
    const large = await blank(64, 64).png().toBuffer();
    const entry = Buffer.from(small.subarray(6, 22));
    entry.set([2, 2]);
    entry.writeUInt32LE(small.readUInt32LE(18) + 16, 12);
    const other = Buffer.alloc(16);
    other.set([64, 64]);
    other.writeUInt32LE(large.length, 8);
    other.writeUInt32LE(small.length + 16, 12);
    const content = Buffer.concat([small.subarray(0, 6), entry, other, small.subarray(22), large]);
    content.writeUInt16LE(2, 4);
    const { bytes } = await upload(admin, { content, name: 'a.ico', folder: 'logos/favicon' });
    expect((await sharp(bytes).metadata()).width).toBe(64);
  });

  it.for<[string, Buffer]>([
    ['nothing', iconOf(Buffer.alloc(0))],
    ['no entry', iconOf(Buffer.alloc(0), 0)],
    ['a cut bitmap', iconOf(bitmapOf(16, { depth: 32 }).subarray(0, 900))],
    ['a bitmap of another depth', iconOf(bitmapOf(2, { depth: 16 }))],
    ['a bitmap without pixels', iconOf(bitmapOf(0, { depth: 32 }))],
    ['a bitmap that is too large', iconOf(bitmapOf(257, { depth: 1 }))],
    ['an image of another kind', iconOf(Buffer.from('GIF89a'))],
  ])('rejects an icon file with %s', async ([, content], { admin }) => {
    const { unreadable: message } = UPLOAD_MESSAGES;
    await expectRejected(admin, { content, name: 'a.ico' }, 422, { message });
  });

  it('stores an animation at most 2000 pixels wide, but not in an icon', async ({ admin }) => {
    const content = await noisyGif(30, 12);
    const animated = await sharp(content, { animated: true }).webp({ loop: 3 }).toBuffer();
    for (const file of [
      { content, name: 'loop.gif' },
      { content: animated, name: 'loop.webp' },
    ]) {
      const { bytes } = await upload(admin, file);
      const { pages, width, height, delay } = await sharp(bytes).metadata();
      expect([pages, width, height, delay?.length]).toEqual([12, 30, 30, 12]);
    }
    const { bytes } = await upload(admin, { content, name: 'loop.gif', folder: 'logos/favicon' });
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
    const frame = await blank(2_400, 30).raw().toBuffer();
    const raw = { width: 2_400, height: 60, channels: 3, pageHeight: 30 } as const;
    const frames = Buffer.concat([frame, frame.map((byte) => 255 - byte)]);
    const wide = { content: await sharp(frames, { raw }).gif().toBuffer(), name: 'wide.gif' };
    const { pages, width, height } = await sharp((await upload(admin, wide)).bytes).metadata();
    expect([pages, width, height]).toEqual([2, 2_000, 25]);
  });

  it('stores a rebuilt drawing, served so that nothing in it could run', async ({ admin }) => {
    const hostile = SVG.replace('<circle', '<script>alert(1)</script><circle onload="alert(1)"');
    const { stored, bytes } = await upload(admin, { content: hostile, name: 'Logo.SVG' });
    expect(bytes.toString()).toBe(SVG);
    expect(stored.headers.get('content-type')).toBe('image/svg+xml');
    expect(stored.headers.get('content-security-policy')).toContain('sandbox');
    expect(stored.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('takes exactly 10 MB and rejects one byte more', async ({ admin }) => {
    const image = await blank(8, 8).jpeg().toBuffer();
    const largest = Buffer.concat([image, Buffer.alloc(MAX_IMAGE_BYTES - image.length)]);
    await upload(admin, { content: largest, name: 'large.jpg' });
    const name = 'larger.jpg';
    const message = 'File size must be less than 10MB';
    const larger = Buffer.concat([largest, Buffer.alloc(1)]);
    const fields = { file: message };
    await expectRejected(admin, { content: larger, name }, 413, { message, fields });
    const muchLarger = Buffer.alloc(12 * 1024 * 1024);
    await expectRejected(admin, { content: muchLarger, name }, 413, { message });
  });

  it.for<[string, Upload]>([
    ['a text', { content: 'hello', name: 'notes.txt' }],
    ['a program with the name of a picture', { content: 'MZ\u0090\u0000', name: 'photo.png' }],
    ['a page with the name of a picture', { content: '<html><script>1</script>', name: 'a.jpg' }],
    ['a page with the name of a drawing', { content: '<html><p>1</p></html>', name: 'a.svg' }],
    ['a drawing with the name of a picture', { content: SVG, name: 'a.png' }],
    ['a PDF', { content: '%PDF-1.7', name: 'a.pdf' }],
    ['a cursor file', { content: '\u0000\u0000\u0002\u0000', name: 'favicon.ico' }],
    ['a TIFF', { content: 'II*\u0000', name: 'a.tiff' }],
    ['a file without extension', { content: SVG, name: 'blob' }],
    ['an empty file', { content: '', name: 'a.png' }],
    ['an empty drawing', { content: '', name: 'a.svg' }],
  ] as const)('rejects %s', async ([, file], { admin }) => {
    const message = 'Please select an image file (PNG, JPG, SVG, etc.)';
    await expectRejected(admin, file, 415, { message, fields: { file: message } });
  });

  it('rejects more than 40 megapixels, and a drawing that multiplies itself', async ({ admin }) => {
    const bomb = { content: pngOf(50_000, 50_000), name: 'bomb.png' };
    await expectRejected(admin, bomb, 422, { message: UPLOAD_MESSAGES.tooManyPixels });
    const gif = Buffer.from('GIF89a\u00ff\u00ff\u00ff\u00ff\u0000\u0000\u0000', 'latin1');
    expect((await send(admin, { content: gif, name: 'bomb.gif' })).status).toBe(422);
    const content = SVG.replace('<circle r="1"/>', '<g id="a"><use href="#a"/></g>');
    const { svgTooComplex: message } = UPLOAD_MESSAGES;
    await expectRejected(admin, { content, name: 'a.svg' }, 422, { message });
  });

  it('rejects an animation of more frames or pixels than are read in time', async ({ admin }) => {
    const webp = await blank(1, 1).webp({ lossless: true }).toBuffer();
    const animation = (frames: number) => ({
      content: animatedWebp(1, webp.subarray(12), frames),
      name: 'loop.webp',
    });
    expect((await send(admin, animation(2_000))).status).toBe(201);
    for (const file of [
      animation(2_001),
      { content: await noisyGif(1, 2_001), name: 'frames.gif' },
      { content: await noisyGif(320, 200), name: 'pixels.gif' },
    ]) {
      await expectRejected(admin, file, 422, { message: UPLOAD_MESSAGES.animationTooLarge });
    }
  });

  it('never fails on a damaged picture', async ({ admin }) => {
    const raw = { width: 300, height: 300, channels: 3 } as const;
    const noise = sharp(randomBytes(3 * 300 * 300), { raw });
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
      const name = `a.${format}`;
      const content = await noise.clone().toFormat(format).toBuffer();
      const cut = content.subarray(0, content.length * 0.4);
      const { unreadable: message } = UPLOAD_MESSAGES;
      await expectRejected(admin, { name, content: cut }, 422, { message });
      for (const position of [10, 16, 30, 60, 200, 1_000]) {
        const damaged = Buffer.from(content).fill(0xff, position, position + 12);
        const { status } = await send(admin, { name, content: damaged });
        expect(status, `${name} ${position}`).toBeOneOf([201, 415, 422]);
      }
    }
  });

  it('rejects other folders, two of them or of files, no file and JSON', async ({ admin }) => {
    const names = ['', 'other', '../private', 'logos', 'logos/header/', 'UPLOADS', 'uploads\0'];
    for (const folder of names) {
      const file = { content: SVG, name: 'a.svg', folder };
      await expectRejected(admin, file, 400, { fields: { folder: UPLOAD_MESSAGES.folder } });
    }
    const file = new File([SVG], 'a.svg');
    const buildForm = (...fields: [string, string | File][]) => {
      const form = new FormData();
      for (const [name, value] of fields) form.append(name, value);
      return form;
    };
    const folder: [string, string] = ['folder', 'uploads'];
    await expectRejected(admin, buildForm(folder, ['folder', 'blog-images'], ['file', file]), 400);
    await expectRejected(admin, buildForm(['file', file], ['file', file]), 400);
    await expectRejected(admin, buildForm(folder), 400, { message: UPLOAD_MESSAGES.oneFile });
    await expectRejected(admin, buildForm(['image', file]), 400);
    expect((await admin.raw('POST', 'uploads', {})).status).toBe(415);
  });

  it('names the stored file itself, whatever the sent name', async ({ admin }) => {
    const long = 'x'.repeat(5_000);
    for (const sent of ['../../etc/passwd', 'a/b', '', long, 'ışık', '"; filename="evil']) {
      const { url } = await upload(admin, { content: SVG, name: `${sent}.svg` });
      expect(url).toMatch(/^\/media\/uploads\/\d{13}-[a-z0-9]{20}\.svg$/);
    }
  });

  it('answers many pictures at once', async ({ admin }) => {
    const content = await blank(3_000, 2_000).jpeg().toBuffer();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send(admin, { content, name: 'photo.jpg' })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
  });
});
