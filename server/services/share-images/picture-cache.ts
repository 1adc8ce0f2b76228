/** Keeps the pictures used last; two requests for the same picture share one rendering. */
export function createPictureCache(most: number) {
  // bounded by `most`
  const pictures = new Map<string, Promise<Uint8Array>>();

  return function get(key: string, render: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = pictures.get(key);
    pictures.delete(key);
    const picture = known ?? render();
    pictures.set(key, picture);
    const [oldest] = pictures.keys();
    if (pictures.size > most && oldest !== undefined) pictures.delete(oldest);
    if (!known) {
      picture.catch(() => {
        if (pictures.get(key) === picture) pictures.delete(key);
      });
    }
    return picture;
  };
}
