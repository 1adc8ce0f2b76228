import { createBoundedMap } from '#server/lib/bounded-map.ts';

/** Keeps the images used last; two requests for the same image share one rendering. */
export function createImageCache(max: number) {
  const images = createBoundedMap<string, Promise<Uint8Array>>({ max });

  return function get(key: string, render: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = images.get(key);
    const image = known ?? render();
    images.set(key, image);
    if (!known) {
      image.catch(() => {
        if (images.get(key) === image) images.delete(key);
      });
    }
    return image;
  };
}
