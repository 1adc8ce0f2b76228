import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { unlessBackup } from '#server/services/backup/index.ts';
import { filesOf } from '#shared/uploads/variants.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { buildContent } from '#tests/support/factories.ts';
import { buildServiceContext } from '#tests/support/leads.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { splitKey } from '#shared/site-content/types.ts';
import { ALL_CONTENT, purgeDeletedContent } from './index.ts';
import { it as base } from '#tests/support/fixtures.ts';

const NOW = new Date('2026-06-30T12:00:00Z');
const TABLES = ['blogPosts', 'projects', 'faqs', 'clients', 'testimonials', 'teamMembers'] as const;

const it = base.extend({});
it.override('ctx', ({ db, files }) => buildServiceContext(db, files.storage, () => NOW));

function daysAgo(days: number): Date {
  return new Date(NOW.getTime() - days * 24 * 60 * 60 * 1_000);
}

async function buildOneOfEach(ctx: ServiceContext, deletedAt: Date | null): Promise<string[]> {
  const rows = await Promise.all(TABLES.map((table) => buildContent(ctx.db, table, { deletedAt })));
  return rows.map(({ id }) => id);
}

async function remainingIds(ctx: ServiceContext): Promise<Set<string>> {
  const rows = await Promise.all(TABLES.map((table) => readRows(ctx.db, table, ['id'])));
  return new Set(rows.flat().map(({ id }) => id));
}

it('removes what was deleted more than 30 days ago and keeps everything else', async ({ ctx }) => {
  const cached = [
    ...(await buildOneOfEach(ctx, null)),
    ...(await buildOneOfEach(ctx, daysAgo(30))),
  ];
  for (const deletedAt of [new Date(daysAgo(30).getTime() - 1), daysAgo(400)]) {
    await buildOneOfEach(ctx, deletedAt);
  }
  expect(await purgeDeletedContent(ctx)).toBe(12);
  expect(await remainingIds(ctx)).toEqual(new Set(cached));

  const readVersions = () => readRows(ctx.db, 'tableVersions', '*', {}, 'name');
  const versions = await readVersions();
  expect(await purgeDeletedContent(ctx)).toBe(0);
  expect(await readVersions()).toEqual(versions);
});

it('takes images along that nothing else shows, and none while a backup runs', async ({ ctx }) => {
  const write = async (name: string) => {
    const url = `/media/team/${name}`;
    for (const file of filesOf(url)) {
      await ctx.storage.write(file.slice(1), Buffer.from(name), 'image/webp');
    }
    return url;
  };
  const names = [
    'alone_900x600.webp',
    'shared.webp',
    'logo.webp',
    'small_900x600.webp',
    'service.webp',
  ];
  const [alone = '', shared = '', logo = '', small = '', service = ''] = await Promise.all(
    names.map(write),
  );
  const deletedAt = daysAgo(31);
  const photos = [
    alone,
    `${shared}#focus-10-20`,
    logo,
    small,
    service,
    '/media/../x',
    '/media/team/.y',
  ];
  for (const photoUrl of photos) {
    await buildContent(ctx.db, 'teamMembers', { deletedAt, photoUrl });
  }
  for (const shown of [shared, '/media/team/small_900x600_480.webp']) {
    await buildContent(ctx.db, 'faqs', { answer: `![](${shown})`, deletedAt: daysAgo(29) });
  }
  await ctx.db.updateTable('siteSettings').set({ headerLogoUrl: logo }).execute();
  const data = JSON.stringify({ services: [{ image: service }] });
  await ctx.db
    .insertInto('siteContent')
    .values({ ...splitKey('services'), data })
    .execute();
  const left = async (url: string) => {
    const sizes = filesOf(url).map((file) => ctx.storage.sizeOf(file.slice(1)));
    return (await Promise.all(sizes)).filter((size) => size !== null).length;
  };
  // Whoever holds the lock alone keeps this off as a backup does, which shares it.
  expect(await unlessBackup(ctx, () => purgeDeletedContent(ctx))).toBe(0);
  expect(await left(alone)).toBe(6);
  expect(await purgeDeletedContent(ctx)).toBe(7);
  const each = [alone, shared, logo, small, service];
  expect(await Promise.all(each.map(left))).toEqual([0, 1, 1, 6, 1]);
});

it('knows every table whose rows can be deleted and restored', async ({ ctx }) => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'deleted_at'
  `.execute(ctx.db);
  const known = ALL_CONTENT.map(({ table }) => snakeCase(table));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
