import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { MARKDOWN_VERSION } from '#server/documents/tasks/tasks.ts';
import { testDocuments } from '#tests/support/leads.ts';
import { projectInputSchema } from '#shared/projects/admin-schema.ts';
import { loadSampleContent } from './load.ts';
import { loadSampleSiteContent } from './load-site-content.ts';
import { readContent } from '#server/services/site-content/index.ts';
import { buildAdmin } from '#tests/support/admin.ts';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { isMediaPath } from '#shared/uploads/values.ts';
import { variantsOf } from '#shared/uploads/variants.ts';
import { it } from '#tests/support/fixtures.ts';
import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

const TABLES = ['blogPosts', 'projects', 'faqs', 'testimonials', 'clients', 'teamMembers'] as const;

async function countRows(db: Kysely<DB>): Promise<number[]> {
  return Promise.all(TABLES.map(async (table) => (await readRows(db, table, ['id'])).length));
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

  it('loads once in several processes, and never what was deleted', async ({ db, files }) => {
    const load = () => loadSampleContent(db, files.storage, testDocuments);
    await Promise.all([load(), load(), load()]);
    const counts = await countRows(db);
    await load();
    expect(await countRows(db)).toEqual(counts);
    const slugs = await readRows(db, 'blogPosts', ['slug']);
    expect(new Set(slugs.map(({ slug }) => slug)).size).toBe(slugs.length);
    for (const table of TABLES) await db.deleteFrom(table).execute();
    await load();
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('leaves a database with content alone, also once it is gone', async ({ db, files }) => {
    await insertRows(db, 'clients', { id: randomUUID(), name: 'Own client' });
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 1, 0]);
    await db.deleteFrom('clients').execute();
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await countRows(db)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('keeps social links that were set before', async ({ db, files }) => {
    const socialLinks = { github: 'https://github.com/own' };
    const stored = JSON.stringify(socialLinks) as never;
    await updateRows(db, 'siteSettings', {}, { socialLinks: stored });
    await loadSampleContent(db, files.storage, testDocuments);
    expect(await readRow(db, 'siteSettings', ['socialLinks'])).toEqual({ socialLinks });
  });
});

it('keeps the evidence that an owner entered before numbers were content', async ({ db }) => {
  const attestation = { evidence: 'A list', evidenceUrl: '', reviewBy: '2027-01-15' };
  const { id: attestedBy } = await buildAdmin(db, 'selin');
  await insertRows(db, 'tableVersions', { name: 'site_content_in_code' });
  const row = { ...attestation, key: 'on-time', attestedOn: '2026-01-12', attestedBy };
  await insertRows(db, 'publicClaims', row);
  await loadSampleSiteContent(db, { isWanted: false });
  const { isSample } = await readRow(db, 'siteContent', ['isSample'], { type: 'proof' });
  const { numbers, stories } = await readContent(db, 'proof');
  const attested = { ...attestation, attestedOn: '2026-01-12', attestedBy: 'selin' };
  const changed = SAMPLE_CONTENT.proof.numbers.map((number) =>
    number.key === 'on-time' ? { ...number, ...attested } : number,
  );
  expect({ isSample, numbers, stories }).toEqual({
    isSample: false,
    numbers: changed,
    stories: SAMPLE_CONTENT.proof.stories,
  });
});
