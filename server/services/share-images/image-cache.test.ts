import { describe, expect, it, vi } from 'vitest';
import { createImageCache } from './index.ts';

function buildRender(value: number) {
  return vi.fn(() => Promise.resolve(new Uint8Array([value])));
}

describe('createPictureCache', () => {
  it('renders a picture once for requests at the same time and later', async () => {
    const get = createImageCache(2);
    const render = buildRender(1);
    const [first, second] = await Promise.all([get('a', render), get('a', render)]);
    expect(first).toBe(second);
    await get('a', render);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('drops the picture that was not asked for longest', async () => {
    const get = createImageCache(2);
    await get('a', buildRender(1));
    await get('b', buildRender(2));
    await get('a', buildRender(1));
    await get('c', buildRender(3));
    const again = buildRender(1);
    await get('a', again);
    expect(again).not.toHaveBeenCalled();
    const dropped = buildRender(2);
    await get('b', dropped);
    expect(dropped).toHaveBeenCalledTimes(1);
  });

  it('tries again after a failure', async () => {
    const get = createImageCache(2);
    await expect(get('a', () => Promise.reject(new Error('no font')))).rejects.toThrow('no font');
    expect(await get('a', buildRender(1))).toEqual(new Uint8Array([1]));
  });
});
