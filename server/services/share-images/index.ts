import type { ServiceContext } from '#server/context.ts';
import { findBlogPost } from '#server/services/blog-posts/index.ts';
import { findProject } from '#server/services/projects/index.ts';
import { createImageCache } from './image-cache.ts';
import type { ShareText } from '#server/documents/tasks.ts';
import { SHARE_PAGES } from './share-pages.ts';

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
    const text = Object.hasOwn(SHARE_PAGES, name) ? SHARE_PAGES[name] : undefined;
    return text ? { text, version: name } : null;
  }
  if (kind === 'post') {
    const post = await findBlogPost(ctx, name);
    if (!post) return null;
    return {
      text: { eyebrow: post.category, title: post.title },
      version: `${post.id}:${post.updatedAt}`,
    };
  }
  if (kind === 'project') {
    const project = await findProject(ctx, name);
    if (!project) return null;
    return {
      text: { eyebrow: project.industryCategory, title: project.title },
      version: `${project.id}:${project.updatedAt}`,
    };
  }
  return null;
}
