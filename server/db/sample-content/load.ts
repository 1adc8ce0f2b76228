import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import type { Documents } from '#server/documents/documents.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import type { FileStorage } from '#server/storage/storage.ts';
import { filesOf } from '#shared/uploads/variants.ts';
import { SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { addDarkTheme } from './dark-theme.ts';
import { readOtherSamples, readSamplePosts, readSampleProjects } from './read-samples.ts';

/** A row of `table_versions`: sample content that was loaded, or rejected, once never comes back. */
const MARKER = 'sample_content';

const TYPES = { '.svg': 'image/svg+xml', '.webp': 'image/webp', '.avif': 'image/avif' } as const;

export const SOCIAL_LINKS = {
  twitter: 'https://x.com/vitrin_example',
  linkedin: 'https://www.linkedin.com/company/vitrin-example',
  facebook: 'https://www.facebook.com/vitrin.example',
  instagram: 'https://www.instagram.com/vitrin.example',
  github: 'https://github.com/vitrin-example',
};

type State = { isDecided: boolean; hasContent: boolean };

async function readState(db: Kysely<DB>): Promise<State> {
  const { rows } = await sql<State>`
    select
      exists (select from table_versions where name = ${MARKER}) as is_decided,
      exists (select from blog_posts) or exists (select from projects) or exists (select from faqs)
        or exists (select from testimonials) or exists (select from clients)
        or exists (select from team_members) as has_content
  `.execute(db);
  return rows[0] ?? { isDecided: true, hasContent: true };
}

/** Fills a database that has never had any content; a later start finds out with one query. */
export async function loadSampleContent(
  db: Kysely<DB>,
  storage: FileStorage,
  documents: Documents,
): Promise<void> {
  const { isDecided, hasContent } = await readState(db);
  if (isDecided) return;
  const content = hasContent ? null : await prepareContent(storage, documents);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${MARKER}, 0))`.execute(tx);
    const state = await readState(tx);
    if (state.isDecided) return;
    await tx.insertInto('tableVersions').values({ name: MARKER }).execute();
    if (content && !state.hasContent) await insertContent(tx, content);
  });
}

type Content = Awaited<ReturnType<typeof prepareContent>>;

/** Stores the images and makes the rows; doing it twice changes nothing. */
async function prepareContent(storage: FileStorage, documents: Documents) {
  const posts = readSamplePosts();
  const projects = readSampleProjects();
  const { clients, faqs, teamMembers, testimonials } = readOtherSamples();
  const images = [
    ...posts.map(({ featuredImage }) => featuredImage),
    ...projects.flatMap((project) => [project.featuredImage, ...(project.galleryImages ?? [])]),
    ...testimonials.map(({ photo }) => photo),
    ...clients.map(({ logo }) => logo),
    ...teamMembers.map(({ photo }) => photo),
  ].filter((path) => path !== null);
  const urls = new Map(
    await Promise.all(
      [...new Set(images)].map(
        async (path) => [path, await storeSampleImage(storage, path)] as const,
      ),
    ),
  );
  const urlOf = (path: string | null) => (path === null ? null : (urls.get(path) ?? null));

  const html = new Map<string, string>();
  for (const { content } of posts) {
    const claim = { source: null, lane: 'page' } as const;
    html.set(content, await documents.renderMarkdown(content, 'post', claim));
  }

  return {
    blogPosts: posts.map(({ featuredImage, ...post }) => ({
      ...post,
      id: uuidV7(),
      contentHtml: html.get(post.content) ?? null,
      contentHtmlVersion: MARKDOWN_VERSION,
      featuredImageUrl: urlOf(featuredImage),
      publishedAt: post.isPublished ? post.createdAt : null,
      updatedAt: post.createdAt,
    })),
    projects: projects.map(({ featuredImage, galleryImages = [], results, ...project }) => ({
      ...project,
      id: uuidV7(),
      results: JSON.stringify(results),
      galleryImages: galleryImages.map((path) => urlOf(path)).filter((url) => url !== null),
      featuredImageUrl: urlOf(featuredImage),
      updatedAt: project.createdAt,
    })),
    faqs: faqs.map((faq, index) => ({ ...faq, id: uuidV7(), sortOrder: (index + 1) * 10 })),
    testimonials: testimonials.map(({ photo, ...testimonial }) => ({
      ...testimonial,
      id: uuidV7(),
      photoUrl: urlOf(photo),
      updatedAt: testimonial.createdAt,
    })),
    clients: clients.map(({ logo, ...client }) => ({
      ...client,
      id: uuidV7(),
      logoUrl: urlOf(logo),
      updatedAt: client.createdAt,
    })),
    teamMembers: teamMembers.map(({ photo, ...member }, index) => ({
      ...member,
      id: uuidV7(),
      photoUrl: urlOf(photo),
      isPublished: true,
      sortOrder: (index + 1) * 10,
    })),
  };
}

async function readSampleImage(path: string): Promise<Buffer> {
  const bytes = await readFile(join(import.meta.dirname, 'images', path));
  if (!path.endsWith('.svg')) return bytes;
  return Buffer.from(addDarkTheme(bytes.toString('utf8'), dirname(path)), 'utf8');
}

/** Stores an image with its variants under a name that holds its hash, and returns its public URL. */
async function storeSampleImage(storage: FileStorage, path: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await readSampleImage(path))
    .digest('hex')
    .slice(0, 8);
  // A drawing is one file; a photo has its size behind its name.
  const named = (file: string) => `media/${file.replace(/(?=_\d+x\d+[_.]|\.svg$)/, `-${hash}`)}`;
  for (const url of filesOf(path)) {
    const type = TYPES[extname(url) as keyof typeof TYPES];
    await storage.write(named(url), await readSampleImage(url), type);
  }
  return `/${named(path)}`;
}

const asSample = <Row extends object>(row: Row) => ({ ...row, isSample: true });

async function insertContent(tx: Transaction<DB>, content: Content): Promise<void> {
  await tx.insertInto('blogPosts').values(content.blogPosts.map(asSample)).execute();
  await tx.insertInto('projects').values(content.projects.map(asSample)).execute();
  await tx.insertInto('faqs').values(content.faqs.map(asSample)).execute();
  await tx.insertInto('testimonials').values(content.testimonials.map(asSample)).execute();
  await tx.insertInto('clients').values(content.clients.map(asSample)).execute();
  await tx.insertInto('teamMembers').values(content.teamMembers.map(asSample)).execute();
  await tx
    .updateTable('siteSettings')
    .set({ socialLinks: JSON.stringify(SOCIAL_LINKS) as never })
    .where('id', '=', SITE_SETTINGS_ID)
    .where(sql<boolean>`not exists (select from jsonb_each_text(social_links) where value <> '')`)
    .execute();
}
