import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { createStorage } from '#server/storage/create-storage.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { variantsOf } from '#shared/uploads/variants.ts';
import { it as fixtures } from '#tests/support/fixtures.ts';
import { noisyGif } from '#tests/support/hostile/images.ts';
import { startTestS3 } from '#tests/support/storage/s3-server.ts';
import { storeImage } from './index.ts';
import { asOwner } from '#tests/support/privacy/sent-enquiries.ts';

const it = fixtures.extend('editor', ({ ctx }) => asOwner(ctx));

/** Soft shapes with grain, as a camera would write them. */
async function photo(width: number, height: number): Promise<Buffer> {
  const layer = (part: number) =>
    sharp({
      create: {
        width: Math.ceil(width / part),
        height: Math.ceil(height / part),
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .resize(width, height, { fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer();
  return sharp(await layer(200))
    .composite([{ input: await layer(4), blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

function flat(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } });
}

async function store(ctx: ServiceContext, bytes: Buffer, fileName = 'photo.jpg'): Promise<string> {
  return (await storeImage(ctx, { folder: 'blog-images', fileName, bytes })).url;
}

async function read(storage: FileStorage, url: string): Promise<Buffer> {
  const file = await storage.open(url.slice(1));
  if (!file) throw new Error(`nothing at ${url}`);
  return buffer(file.stream);
}

/** Every file that the name of an image speaks of, as it is in the store. */
async function readVariants(storage: FileStorage, url: string) {
  const { avif = [], webp = [] } = variantsOf(url) ?? {};
  return Promise.all(
    [...avif, ...webp].map(async (variant) => {
      const bytes = await read(storage, variant.url);
      return { ...variant, bytes, metadata: await sharp(bytes).metadata() };
    }),
  );
}

/** A storage that writes down what is written and removed, and fails when it is told to. */
function recording(storage: FileStorage, hasFailed: (path: string) => boolean = () => false) {
  const written: string[] = [];
  const removed: string[] = [];
  const recorded: FileStorage = {
    ...storage,
    async write(path, ...content) {
      if (hasFailed(path)) throw new Error('the disk is gone');
      await storage.write(path, ...content);
      written.push(path);
    },
    async remove(path) {
      removed.push(path);
      await storage.remove(path);
    },
  };
  return { storage: recorded, written, removed };
}

it('stores a photo of 12 megapixels in four widths of AVIF and WebP', async ({ editor }) => {
  const original = await photo(4_000, 3_000);
  const url = await store(editor, original);
  expect(url).toMatch(/_2000x1500\.webp$/);
  const files = await readVariants(editor.storage, url);
  expect(
    files.map(({ metadata: { format, compression, width, height } }) => [
      compression ?? format,
      width,
      height,
    ]),
  ).toEqual([
    ['av1', 480, 360],
    ['av1', 800, 600],
    ['av1', 1_200, 900],
    ['av1', 2_000, 1_500],
    ['webp', 480, 360],
    ['webp', 800, 600],
    ['webp', 1_200, 900],
    ['webp', 2_000, 1_500],
  ]);
  const sizes = files.map(({ bytes }) => bytes.length);
  const [smallestAvif = 0, , phoneAvif = 0, largestAvif = 0, smallestWebp = 0, , , largest = 0] =
    sizes;
  if (process.env.SHOW_COSTS) console.log([original.length, ...sizes]);
  expect(largestAvif).toBeLessThan(largest);
  expect(smallestAvif).toBeLessThan(smallestWebp);
  expect(phoneAvif).toBeLessThan(largest / 2);
  expect(smallestAvif).toBeLessThan(largest / 10);
});

it.for([
  [300, 200, [300]],
  [480, 1, [480]],
  [900, 600, [480, 800, 900]],
  [1, 1, [1]],
] as const)('makes no variant of an image of %i x %i that is wider', async (size, { editor }) => {
  const [width, height, widths] = size;
  const url = await store(editor, await flat(width, height).png().toBuffer(), 'a.png');
  const files = await readVariants(editor.storage, url);
  expect(files.map(({ metadata }) => metadata.width)).toEqual([...widths, ...widths]);
});

it('makes no AVIF of a very tall page', async ({ editor }) => {
  const url = await store(editor, await flat(2_000, 3_001).png().toBuffer(), 'page.png');
  const files = await readVariants(editor.storage, url);
  expect(files.map(({ metadata }) => metadata.format)).toEqual(Array(4).fill('webp'));
});

it('makes every variant upright, in sRGB and without metadata', async ({ editor }) => {
  const bytes = await flat(900, 600)
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'Secret of Selin' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(bytes).metadata()).icc).toBeDefined();
  for (const file of await readVariants(editor.storage, await store(editor, bytes))) {
    const { width, height, exif, icc, orientation } = file.metadata;
    expect([width, exif, icc, orientation]).toEqual([file.width, undefined, undefined, undefined]);
    expect(Math.round(height)).toBe(Math.round((file.width * 900) / 600));
    const { channels } = await sharp(file.bytes).stats();
    const means = channels.map(({ mean }) => mean);
    for (const [index, value] of [29, 78, 216].entries()) {
      expect(Math.abs((means[index] ?? 0) - value), file.url).toBeLessThan(4);
    }
  }
});

it.for(['grey', 'grey-alpha', 'alpha', '16-bit', 'cmyk'])(
  'makes variants of an image of the kind %s that look the same',
  async (kind, { editor }) => {
    const image = flat(600, 400);
    const bytes = await {
      grey: () => image.toColourspace('b-w').png().toBuffer(),
      'grey-alpha': () => image.toColourspace('b-w').ensureAlpha(0.5).png().toBuffer(),
      alpha: () => image.ensureAlpha(0.5).png().toBuffer(),
      '16-bit': () => image.toColourspace('rgb16').png().toBuffer(),
      cmyk: () => image.toColourspace('cmyk').jpeg().toBuffer(),
    }[kind as 'grey']();
    const meansOf = async (content: Buffer) => {
      const { channels } = await sharp(content)
        .toColourspace('srgb')
        .ensureAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
        .then(({ data, info }) => sharp(data, { raw: info }).stats());
      return channels.map(({ mean }) => mean);
    };
    const wanted = await meansOf(bytes);
    for (const file of await readVariants(editor.storage, await store(editor, bytes, 'a.png'))) {
      const means = await meansOf(file.bytes);
      for (const [index, mean] of means.entries()) {
        expect(Math.abs(mean - (wanted[index] ?? 0)), `${file.url} ${index}`).toBeLessThan(4);
      }
    }
  },
);

it('stores an animation as one file, whose name speaks of no variants', async ({ editor }) => {
  const { storage, written } = recording(editor.storage);
  const url = await store({ ...editor, storage }, await noisyGif(30, 3), 'loop.gif');
  expect(written).toEqual([url.slice(1)]);
  expect(variantsOf(url)).toBeNull();
  expect((await sharp(await read(storage, url)).metadata()).pages).toBe(3);
});

it('writes the image last, so that one that is there has all its variants', async ({ editor }) => {
  const { storage, written } = recording(editor.storage);
  const url = await store({ ...editor, storage }, await flat(900, 600).png().toBuffer(), 'a.png');
  expect(written).toHaveLength(6);
  expect(written.at(-1)).toBe(url.slice(1));
});

it.for(['_480.avif', '_800.webp', '_900x600.webp'])(
  'leaves nothing behind when %s cannot be stored',
  async (ending, { editor }) => {
    const { storage, written, removed } = recording(editor.storage, (path) =>
      path.endsWith(ending),
    );
    const bytes = await flat(900, 600).png().toBuffer();
    await expect(store({ ...editor, storage }, bytes, 'a.png')).rejects.toThrow('the disk is gone');
    expect(written.length).toBeGreaterThan(0);
    expect(removed).toEqual(expect.arrayContaining(written));
    for (const path of written) expect(await storage.sizeOf(path)).toBeNull();
  },
);

it('stores nothing of a file that breaks off', async ({ editor }) => {
  const { storage, written } = recording(editor.storage);
  const whole = await photo(1_600, 1_200);
  await expect(
    store({ ...editor, storage }, whole.subarray(0, whole.length * 0.7)),
  ).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
  expect(written).toEqual([]);
});

it('stores all variants in a bucket, and none when one is rejected', async ({ editor, files }) => {
  const server = await startTestS3();
  try {
    const bucket = await createStorage({ dataDir: files.folder, s3: server.s3 });
    const bytes = await flat(900, 600).png().toBuffer();
    const url = await store({ ...editor, storage: bucket }, bytes, 'a.png');
    expect(await readVariants(bucket, url)).toHaveLength(6);
    const { storage, written } = recording(bucket, (path) => path.endsWith('_800.avif'));
    await expect(store({ ...editor, storage }, bytes, 'a.png')).rejects.toThrow();
    for (const path of written) expect(await bucket.sizeOf(path)).toBeNull();
  } finally {
    await server.stop();
  }
});
