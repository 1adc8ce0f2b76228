import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestStorage, type TestStorage } from '#tests/support/leads.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { MARKDOWN_VERSION } from '#server/documents/tasks.ts';
import { testDocuments } from '#tests/support/leads.ts';
import { loadSampleContent } from './load.ts';

const TABLES = ['blogPosts', 'projects', 'faqs', 'testimonials', 'clients'] as const;

let database: TestDatabase;
let files: TestStorage;

beforeEach(async () => {
  database = await createTestDatabase();
  files = await createTestStorage();
});

afterEach(async () => {
  await database.destroy();
  await files.destroy();
});

async function countRows(): Promise<number[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const rows = await database.db.selectFrom(table).select('id').execute();
      return rows.length;
    }),
  );
}

describe('loadSampleContent', () => {
  it('fills an empty database, every picture stored under its address', async () => {
    const started = performance.now();
    await loadSampleContent(database.db, files.storage, testDocuments);
    expect(performance.now() - started).toBeLessThan(2_000);

    for (const count of await countRows()) expect(count).toBeGreaterThan(3);
    const posts = await database.db.selectFrom('blogPosts').selectAll().execute();
    const projects = await database.db.selectFrom('projects').selectAll().execute();
    const testimonials = await database.db.selectFrom('testimonials').selectAll().execute();
    const clients = await database.db.selectFrom('clients').selectAll().execute();
    const urls = [
      ...posts.map(({ featuredImageUrl }) => featuredImageUrl),
      ...projects.flatMap((project) => [project.featuredImageUrl, ...project.galleryImages]),
      ...testimonials.map(({ photoUrl }) => photoUrl),
      ...clients.map(({ logoUrl }) => logoUrl),
    ].filter((url) => url !== null);
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      expect(url).toMatch(/^\/media\/[a-z]+\/[a-z0-9-]+-[0-9a-f]{8}\.svg$/);
      const file = await files.storage.open(url.slice(1));
      const text = (await file?.stream.setEncoding('utf8').toArray())?.join('');
      expect(text).toContain('<svg');
    }
    for (const post of posts) {
      expect(post.contentHtml).toMatch(/<p>/);
      expect(post.contentHtmlVersion).toBe(MARKDOWN_VERSION);
      expect(post.publishedAt).toEqual(post.isPublished ? post.createdAt : null);
      expect(post.updatedAt).toEqual(post.createdAt);
    }
    const settings = await database.db
      .selectFrom('siteSettings')
      .select(['socialLinks', 'headerLogoUrl'])
      .executeTakeFirstOrThrow();
    expect(settings.socialLinks.linkedin).toBe('https://www.linkedin.com/company/vitrin-example');
    expect(settings.headerLogoUrl).toBe('');
  });

  it('loads once when several processes start together', async () => {
    await Promise.all(
      [1, 2, 3].map(() => loadSampleContent(database.db, files.storage, testDocuments)),
    );
    const counts = await countRows();
    await loadSampleContent(database.db, files.storage, testDocuments);
    expect(await countRows()).toEqual(counts);
    const slugs = await database.db.selectFrom('blogPosts').select('slug').execute();
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(slugs.length);
  });

  it('never brings back what was deleted', async () => {
    await loadSampleContent(database.db, files.storage, testDocuments);
    for (const table of TABLES) await database.db.deleteFrom(table).execute();
    await loadSampleContent(database.db, files.storage, testDocuments);
    expect(await countRows()).toEqual([0, 0, 0, 0, 0]);
  });

  it('leaves a database with content alone, also after that content is gone', async () => {
    await database.db
      .insertInto('clients')
      .values({ id: '0193c5a0-0000-7000-8000-000000000001', name: 'Own client' })
      .execute();
    await loadSampleContent(database.db, files.storage, testDocuments);
    expect(await countRows()).toEqual([0, 0, 0, 0, 1]);
    await database.db.deleteFrom('clients').execute();
    await loadSampleContent(database.db, files.storage, testDocuments);
    expect(await countRows()).toEqual([0, 0, 0, 0, 0]);
  });

  it('keeps social links that were set before', async () => {
    await database.db
      .updateTable('siteSettings')
      .set({ socialLinks: JSON.stringify({ github: 'https://github.com/own' }) as never })
      .execute();
    await loadSampleContent(database.db, files.storage, testDocuments);
    const settings = await database.db
      .selectFrom('siteSettings')
      .select('socialLinks')
      .executeTakeFirstOrThrow();
    expect(settings.socialLinks).toEqual({ github: 'https://github.com/own' });
  });
});
