import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished } from 'vitest';
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

async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const layer = (part: number) => {
    const [small, low] = [Math.ceil(width / part), Math.ceil(height / part)];
    const create = { width: small, height: low, channels: 3, background: '#888', noise } as const;
    const scaled = sharp({ create }).resize(width, height, { fit: 'fill' });
    return scaled.png({ compressionLevel: 0 }).toBuffer();
  };
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

async function expectMeans({ bytes, url }: { bytes: Buffer; url: string }, wanted: number[]) {
  const means = await readMeans(bytes);
  for (const [index, value] of wanted.entries()) {
    expect(Math.abs((means[index] ?? 0) - value), `${url} ${index}`).toBeLessThan(4);
  }
}

async function readMeans(content: Buffer): Promise<number[]> {
  const pixels = sharp(content).toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' });
  const { data, info: raw } = await pixels.toBuffer({ resolveWithObject: true });
  return (await sharp(data, { raw }).stats()).channels.map(({ mean }) => mean);
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
  const url = await store(editor, await photo(4_000, 3_000));
  expect(url).toMatch(/_2000x1500\.webp$/);
  const files = await readVariants(editor.storage, url);
  const written = files.map(({ metadata: { format, compression, width, height } }) => {
    return `${compression ?? format} ${width} x ${height}`;
  });
  const sizes = ['480 x 360', '800 x 600', '1200 x 900', '2000 x 1500'];
  const formats = ['av1', 'webp'];
  expect(written).toEqual(formats.flatMap((one) => sizes.map((size) => `${one} ${size}`)));
  const lengths = files.map(({ bytes }) => bytes.length);
  const [smallest = 0, , phone = 0, largestAvif = 0, smallestWebp = 0, , , largest = 0] = lengths;
  expect(largestAvif).toBeLessThan(largest);
  expect(smallest).toBeLessThan(smallestWebp);
  expect(phone).toBeLessThan(largest / 2);
  expect(smallest).toBeLessThan(largest / 10);
});

it.for([
  [300, 200, ['av1', 'webp'], [300]],
  [480, 1, ['av1', 'webp'], [480]],
  [900, 600, ['av1', 'webp'], [480, 800, 900]],
  [1, 1, ['av1', 'webp'], [1]],
  // No AVIF of a very tall page.
  [2_000, 3_001, ['webp'], [480, 800, 1_200, 2_000]],
] as const)(
  'makes no variant of an image of %i x %i that is wider, and writes the image last',
  async ([width, height, formats, widths], { editor }) => {
    const { storage, written } = recording(editor.storage);
    const bytes = await flat(width, height).png().toBuffer();
    const url = await store({ ...editor, storage }, bytes, 'a.png');
    const files = (await readVariants(storage, url)).map(({ metadata }) => metadata);
    const made = files.map((file) => `${file.compression ?? file.format} ${file.width}`);
    expect(made).toEqual(formats.flatMap((format) => widths.map((each) => `${format} ${each}`)));
    expect(written).toHaveLength(made.length);
    expect(written.at(-1)).toBe(url.slice(1));
  },
);

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
    await expectMeans(file, [29, 78, 216]);
  }
});

it.for<[string, (image: Sharp) => Sharp]>([
  ['grey', (image) => image.toColourspace('b-w').png()],
  ['grey-alpha', (image) => image.toColourspace('b-w').ensureAlpha(0.5).png()],
  ['alpha', (image) => image.ensureAlpha(0.5).png()],
  ['16-bit', (image) => image.toColourspace('rgb16').png()],
  ['cmyk', (image) => image.toColourspace('cmyk').jpeg()],
])(
  'makes variants of an image of the kind %s that look the same',
  async ([, change], { editor }) => {
    const bytes = await change(flat(600, 400)).toBuffer();
    const wanted = await readMeans(bytes);
    for (const file of await readVariants(editor.storage, await store(editor, bytes, 'a.png'))) {
      await expectMeans(file, wanted);
    }
  },
);

it('stores an animation as one file, and nothing of a broken file', async ({ editor }) => {
  const { storage, written } = recording(editor.storage);
  const url = await store({ ...editor, storage }, await noisyGif(30, 3), 'loop.gif');
  expect(written).toEqual([url.slice(1)]);
  expect(variantsOf(url)).toBeNull();
  expect((await sharp(await read(storage, url)).metadata()).pages).toBe(3);
  const whole = await photo(1_600, 1_200);
  const storing = store({ ...editor, storage }, whole.subarray(0, whole.length * 0.7));
  await expect(storing).rejects.toMatchObject({ code: 'UNPROCESSABLE' });
  expect(written).toHaveLength(1);
});

it.for(['_480.avif', '_800.webp', '_900x600.webp'])(
  'leaves nothing behind when %s cannot be stored',
  async (ending, { editor }) => {
    const isLost = (path: string) => path.endsWith(ending);
    const { storage, written, removed } = recording(editor.storage, isLost);
    const bytes = await flat(900, 600).png().toBuffer();
    await expect(store({ ...editor, storage }, bytes, 'a.png')).rejects.toThrow('the disk is gone');
    expect(written.length).toBeGreaterThan(0);
    expect(removed).toEqual(expect.arrayContaining(written));
    for (const path of written) expect(await storage.sizeOf(path)).toBeNull();
  },
);

it('stores all variants in a bucket, and none when one is rejected', async ({ editor, files }) => {
  const server = await startTestS3();
  onTestFinished(() => server.stop());
  const bucket = await createStorage({ dataDir: files.folder, s3: server.s3 });
  const bytes = await flat(900, 600).png().toBuffer();
  const url = await store({ ...editor, storage: bucket }, bytes, 'a.png');
  expect(await readVariants(bucket, url)).toHaveLength(6);
  const { storage, written } = recording(bucket, (path) => path.endsWith('_800.avif'));
  await expect(store({ ...editor, storage }, bytes, 'a.png')).rejects.toThrow();
  for (const path of written) expect(await bucket.sizeOf(path)).toBeNull();
});
