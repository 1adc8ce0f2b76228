import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStorage } from '#tests/support/leads.ts';
import { serveMedia } from './media.ts';

const PATH = '/media/blog/1700000000000-picture.png';
let files: Awaited<ReturnType<typeof createTestStorage>>;

beforeAll(async () => {
  files = await createTestStorage();
  await files.storage.write(PATH.slice(1), Buffer.from('0123456789'), 'image/png');
});
afterAll(() => files.destroy());

function get(headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return serveMedia(
    files.storage,
    PATH,
    new Request(`http://a.example${PATH}`, { headers, method }),
  );
}

it('sends a picture that may be kept for ever and runs nothing', async () => {
  const answer = await get();
  expect(await answer.text()).toBe('0123456789');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  });
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

it('sends no body to who has it already, nor for HEAD', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  expect(await (await get({}, 'HEAD')).text()).toBe('');
  const again = await get({ 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('sends the part that a browser asks for, of the version that it has', async () => {
  const etag = (await get({}, 'HEAD')).headers.get('etag') ?? '';
  const part = await get({ range: 'bytes=-3', 'if-range': etag });
  expect([part.status, await part.text()]).toEqual([206, '789']);
  expect(part.headers.get('content-range')).toBe('bytes 7-9/10');
  expect((await get({ range: 'bytes=50-' })).status).toBe(416);
  expect(await (await get({ range: 'bytes=0-1', 'if-range': '"other"' })).text()).toBe(
    '0123456789',
  );
});

it.each(['/media/blog/none.png', '/media/blog/1700000000000-picture.exe', '/media/../secret.png'])(
  'has nothing at %s',
  async (path) => {
    const asked = serveMedia(files.storage, path, new Request(`http://a.example${path}`));
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);
