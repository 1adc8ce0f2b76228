import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SCREEN_COPY } from '#shared/site-content/screen-copy.ts';
import { splitKey } from '#shared/site-content/types.ts';
import { type OwnSite, readOutputs, startOwnSite } from '#tests/support/samples/own-site.ts';

const CONTENT = join(import.meta.dirname, '../../content');
const NAMES = ['Vitrin', 'Ankara', 'vitrin.example', '312 555', 'Kızılay', 'Karasu', 'Hisar Cold'];
const MIN_SENTENCE = 16;
/** Also a label of the interface. */
const LABEL = 'Terms of Service';

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(listStrings)
    : [];
}

/** Sentences of the sample, as HTML and plain text may contain them. */
function listSampleStrings(): string[] {
  const files = readdirSync(CONTENT, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => listStrings(JSON.parse(readFileSync(join(CONTENT, file), 'utf8'))))
    .filter(
      (text) => text.length >= MIN_SENTENCE && text !== LABEL && !/^[\d\s.,MLCZ-]+$/i.test(text),
    );
}

let site: OwnSite;

beforeAll(async () => {
  site = await startOwnSite();
});

afterAll(() => site?.stop());

it('a site without sample content tells nothing of the sample company', async () => {
  const forbidden = [...NAMES, ...listSampleStrings()];
  expect(forbidden.length).toBeGreaterThan(200);
  const found: string[] = [];
  const further = ['/admin', '/adminloginpage', '/no-such-page', '/api/faqs'];
  for (const [path, text] of await readOutputs(site, further)) {
    found.push(
      ...forbidden.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`),
    );
  }
  expect(found).toEqual([]);
});

it('shows the copy that an owner has set for screens outside the menu', async () => {
  const copy = Object.keys(SCREEN_COPY).map((name) => [name, `Own ${name}`]);
  const { db } = site;
  const data = JSON.stringify(Object.fromEntries(copy));
  await db
    .insertInto('siteContent')
    .values({ ...splitKey('page/screens'), data })
    .execute();
  const read = async (path: string) => (await fetch(`${site.url}${path}`)).text();
  await expect.poll(() => read('/no-such-page'), { timeout: 10_000 }).toContain('Own notFoundText');
  for (const name of ['notFoundHeading', 'notFoundButton'])
    expect(await read('/no-such-page')).toContain(`>Own ${name}<`);
  expect(await read('/adminloginpage')).toContain('<title>Own loginHeading</title>');
  await db.updateTable('siteSettings').set({ maintenanceMode: true }).execute();
  await expect.poll(() => read('/'), { timeout: 10_000 }).toContain('Own maintenanceHeading');
  expect(await read('/')).toContain('Own maintenanceButton');
});
