import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { testDocuments } from '#tests/support/leads.ts';
import { projectInputSchema } from '#shared/projects/admin-schema.ts';
import { loadSampleContent } from './load.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { variantsOf } from '#shared/uploads/variants.ts';
import { it } from '#tests/support/fixtures.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { insertRows, readRow, updateRows } from '#tests/support/database/rows.ts';

const TABLES = ['blogPosts', 'projects', 'faqs', 'testimonials', 'clients', 'teamMembers'] as const;

async function countRows(db: Kysely<DB>): Promise<number[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const rows = await db.selectFrom(table).select('id').execute();
      return rows.length;
    }),
  );
}

describe('loadSampleContent', () => {
  it('fills an empty database, every picture stored under its address', async ({ db, files }) => {
    const started = performance.now();
    await loadSampleContent(db, files.storage, testDocuments);
    expect(performance.now() - started).toBeLessThan(2_000);

    for (const count of await countRows(db)) expect(count).toBeGreaterThanOrEqual(3);
    const posts = await db.selectFrom('blogPosts').selectAll().execute();
    const projects = await db.selectFrom('projects').selectAll().execute();
    const testimonials = await db.selectFrom('testimonials').selectAll().execute();
    const clients = await db.selectFrom('clients').selectAll().execute();
    const urls = [
      ...posts.map(({ featuredImageUrl }) => featuredImageUrl),
      ...projects.flatMap((project) => [project.featuredImageUrl, ...project.galleryImages]),
      ...testimonials.map(({ photoUrl }) => photoUrl),
      ...clients.map(({ logoUrl }) => logoUrl),
    ].filter((url) => url !== null);
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      expect(url).toMatch(/^\/media\/[a-z]+\/[a-z0-9-]+-[0-9a-f]{8}(?:\.svg|_1600x1000\.webp)$/);
      expect(isMediaPath(url)).toBe(true);
      const { avif = [], webp = [{ url }] } = variantsOf(url) ?? {};
      for (const variant of [...avif, ...webp]) {
        const file = await files.storage.open(variant.url.slice(1));
        const bytes = Buffer.concat((await file?.stream.toArray()) ?? []);
        const { format, width } = await sharp(bytes).metadata();
        expect(format.replace('heif', 'avif')).toBe(variant.url.split('.').at(-1));
        if ('width' in variant) expect(width).toBe(variant.width);
      }
    }
    expect(urls.filter((url) => url.endsWith('.webp'))).toHaveLength(7);
    for (const { title, isPublished, results } of projects) {
      expect(results.length > 1, title).toBe(isPublished);
      expect(projectInputSchema.shape.results.parse(results)).toEqual(results);
    }
    expect(projects.filter(({ isFeatured }) => isFeatured)).toHaveLength(3);
    for (const post of posts) {
      expect(post.contentHtml).toMatch(/<p>/);
      expect(post.contentHtmlVersion).toBe(MARKDOWN_VERSION);
      expect(post.publishedAt).toEqual(post.isPublished ? post.createdAt : null);
      expect(post.updatedAt).toEqual(post.createdAt);
    }
    const settings = await readRow(db, 'siteSettings', ['socialLinks', 'headerLogoUrl']);
    expect(settings.socialLinks.linkedin).toBe('https://www.linkedin.com/company/vitrin-example');
    expect(settings.headerLogoUrl).toBe('');
  });

  it('loads once when several processes start together', async ({ db, files }) => {
    await Promise.all([1, 2, 3].map(() => loadSampleContent(db, files.storage, testDocuments)));
    const counts = await countRows(db);
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual(counts);
    const slugs = await db.selectFrom('blogPosts').select('slug').execute();
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(slugs.length);
  });

  it('never brings back what was deleted', async ({ db, files }) => {
    await loadSampleContent(db, files.storage, testDocuments);
    for (const table of TABLES) await db.deleteFrom(table).execute();
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('leaves a database with content alone, also once it is gone', async ({ db, files }) => {
    await insertRows(db, 'clients', {
      id: '0193c5a0-0000-7000-8000-000000000001',
      name: 'Own client',
    });
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 1, 0]);
    await db.deleteFrom('clients').execute();
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('keeps social links that were set before', async ({ db, files }) => {
    await updateRows(
      db,
      'siteSettings',
      {},
      { socialLinks: JSON.stringify({ github: 'https://github.com/own' }) as never },
    );
    await loadSampleContent(db, files.storage, testDocuments);
    const settings = await readRow(db, 'siteSettings', ['socialLinks']);
    expect(settings.socialLinks).toEqual({ github: 'https://github.com/own' });
  });
});
