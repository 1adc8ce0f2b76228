/** Keeps the images used last; two requests for the same image share one rendering. */
export function createImageCache(max: number) {
  // bounded by `most`
  const images = new Map<string, Promise<Uint8Array>>();

  return function get(key: string, render: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = images.get(key);
    images.delete(key);
    const image = known ?? render();
    images.set(key, image);
    const [oldest] = images.keys();
    if (images.size > max && oldest !== undefined) images.delete(oldest);
    if (!known) {
      image.catch(() => {
        if (images.get(key) === image) images.delete(key);
      });
    }
    return image;
  };
}
