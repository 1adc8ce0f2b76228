import { findSharePage } from './share-pages.ts';
import type { ServiceContext } from '#server/context.ts';
import { findBlogPost } from '#server/services/blog-posts/index.ts';
import { findProject } from '#server/services/projects/index.ts';
import type { ShareText } from '#server/documents/tasks.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { createBoundedMap } from '#server/lib/bounded-map.ts';

const MAX_CACHED = 64;

const getImage = createImageCache(MAX_CACHED);

/** The share image of a page, a published post (by slug) or a published project (by id); null when there is none. */
export async function findShareImage(
  ctx: ServiceContext,
  kind: string,
  name: string,
): Promise<Uint8Array | null> {
  const found = await findText(ctx, kind, name);
  if (!found) return null;
  return getImage(`${kind}:${found.version}`, () => ctx.documents.drawShareImage(found.text));
}

type Found = { text: ShareText; version: string };

async function findText(ctx: ServiceContext, kind: string, name: string): Promise<Found | null> {
  if (kind === 'page') {
    const text = findSharePage(name, await findOfficeHours(ctx));
    return text && { text, version: `${name}:${text.eyebrow}` };
  }
  const post = kind === 'post' ? await findBlogPost(ctx, name) : null;
  const project = kind === 'project' ? await findProject(ctx, name) : null;
  const found = post ?? project;
  if (!found) return null;
  const eyebrow = 'category' in found ? found.category : found.industryCategory;
  return { text: { eyebrow, title: found.title }, version: `${found.id}:${found.updatedAt}` };
}

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
