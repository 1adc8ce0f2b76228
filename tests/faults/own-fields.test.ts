import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod';
import { snakeCaseNames } from '#shared/lib/case.ts';
import { getField } from '#shared/site-content/fields.ts';
import {
  CONTENT_KEYS,
  CONTENT_TYPES,
  type ContentKey,
  listScreenContent,
  splitKey,
} from '#shared/site-content/types.ts';
import { buildAdmin, signInForTest } from '#tests/support/admin.ts';
import { buildBlogPost, buildContent, buildProject } from '#tests/support/factories.ts';
import {
  listShown,
  type OwnSite,
  readOutputs,
  startOwnSite,
} from '#tests/support/samples/own-site.ts';

/** Fields that select something, that only administrators see, or that follow a sent form. */
const NOT_SHOWN =
  /category|categories|comparison|evidence|attested|afterSending|nextSteps|\.priceText$/i;
const NUMBERS = [7, 2_001];
const FIXED: Record<string, unknown> = { kind: 'plans', place: 'both', isArchived: false };

/** Path of a field by the word that it contains. */
const words = new Map<string, string>();

function addWord(path: string, type: z.ZodType): string | undefined {
  const word = `Zq${words.size}z`;
  const values = [word, `https://${word.toLowerCase()}.example/`, `${word}@example.com`];
  const fitting = values.find((value) => type.safeParse(value).success);
  if (fitting !== undefined) words.set(word, path);
  return fitting;
}

function buildValue(path: string, name: string, type: z.ZodType): unknown {
  const { input, item, empty } = getField(type);
  if (name in FIXED) return FIXED[name];
  switch (input) {
    case 'items':
      return item ? [buildRecord(path, item)] : [];
    case 'lines': {
      const word = `Zq${words.size}z`;
      words.set(word, path);
      return [word];
    }
    case 'switch':
      return true;
    case 'number':
      return NUMBERS.find((value) => type.safeParse(value).success);
    case 'line':
    case 'text':
      return addWord(path, type) ?? empty;
    default:
      return empty;
  }
}

function buildRecord(path: string, schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, type]) => [
      name,
      buildValue(`${path}.${name}`, name, type as z.ZodType),
    ]),
  );
}

const records = new Map<ContentKey, Record<string, unknown>>();

let site: OwnSite;

beforeAll(async () => {
  site = await startOwnSite();
  for (const key of CONTENT_KEYS) {
    const record = buildRecord(key, CONTENT_TYPES[key].schema);
    records.set(key, record);
    const data = JSON.stringify(record);
    await site.db
      .insertInto('siteContent')
      .values({ ...splitKey(key), data })
      .onConflict((conflict) => conflict.columns(['type', 'id', 'language']).doUpdateSet({ data }))
      .execute();
  }
});

afterAll(() => site?.stop());

async function readEmails(): Promise<string[]> {
  const { token } = await signInForTest(site.db, await buildAdmin(site.db));
  const headers = { 'x-admin-session': token, 'content-type': 'application/json' };
  const previews = listScreenContent('emails').map(async (key) => {
    const body = JSON.stringify(snakeCaseNames(records.get(key) ?? {}));
    const path = `/api/admin/site-content/${key}/preview`;
    return (await fetch(`${site.url}${path}`, { method: 'POST', headers, body })).text();
  });
  return Promise.all(previews);
}

it('shows every field of the content on a page or in an email', async () => {
  const { db } = site;
  await Promise.all([buildBlogPost(db), buildProject(db, { isFeatured: true })]);
  for (const table of ['clients', 'faqs', 'teamMembers', 'testimonials'] as const) {
    await buildContent(db, table);
  }
  const versions = await db.selectFrom('tableVersions').select(['name', 'version']).execute();
  await site.process.follow(versions);
  const states = ['/no-such-page', '/contact?sent=1', '/order?submitted=1'];
  const shown = listShown(await readOutputs(site, states));
  await db.updateTable('siteSettings').set({ maintenanceMode: true }).execute();
  await expect.poll(() => fetch(site.url).then(({ status }) => status)).toBe(503);
  const closed = listShown(await readOutputs(site));
  const all = [...shown, ...closed, ...(await readEmails())].join('\n').toLowerCase();
  const missing = [...words].filter(([word]) => !all.includes(word.toLowerCase()));
  expect(words.size).toBeGreaterThan(200);
  expect(missing.map(([, path]) => path).filter((path) => !NOT_SHOWN.test(path))).toEqual([]);
});
