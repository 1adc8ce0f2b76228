import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { confirmUrlOf } from '#server/services/privacy/codes.ts';
import { hashOfToken } from '#server/services/conversations/index.ts';
import type { PersonRequestKind } from '#shared/tracking/values.ts';
import { buildMessage } from '#tests/support/browser/admin-leads.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { listFindings } from '#tests/support/browser/media.ts';
import { readTar } from '#tests/support/privacy/tar.ts';

/** An enquiry of an address, with a page of its own. */
async function send(site: Site, email: string): Promise<string> {
  const { id } = await buildMessage(site.db, { email });
  const token = randomUUID();
  await site.db
    .insertInto('conversations')
    .values({ id: randomUUID(), messageId: id, tokenHash: hashOfToken(token) })
    .execute();
  return token;
}

/** The link in the mail that somebody was sent. */
async function mailedUrl(site: Site, email: string, kind: PersonRequestKind): Promise<string> {
  const { id } = await site.db
    .selectFrom('trackingRequests')
    .select('id')
    .where('email', '=', email)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  const key = Buffer.from(await readFile(`${site.dataDir}/secrets/track-key`, 'utf8'), 'hex');
  return confirmUrlOf(site.url, key, id);
}

/** An enquiry that was readdressed just now, perhaps by a stranger who has its link. */
async function sendReaddressed(site: Site, email: string): Promise<string> {
  const token = await send(site, email);
  const { id: conversationId } = await site.db
    .selectFrom('conversations')
    .select('id')
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirstOrThrow();
  const detail = JSON.stringify({ formerEmail: 'stranger@example.com' });
  const entry = { id: randomUUID(), conversationId, detail, createdAt: new Date() };
  await site.db
    .insertInto('conversationEntries')
    .values({ ...entry, kind: 'corrected', via: 'page' })
    .execute();
  return token;
}

test('a visitor takes all of their enquiries along, and has all of them erased', async ({
  page,
  site,
  request,
  problems,
}) => {
  problems.allow(/404/);
  const email = `${randomUUID()}@example.com`;
  const [first, second] = [await send(site, email), await send(site, email)];
  await page.goto(`/track/${first}`);
  await expect(page.getByText(/We store this enquiry until/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for all of it' }).click();
  await expect(page.getByText(/Its link leads to the download/)).toBeVisible();
  await page.goto(await mailedUrl(site, email, 'person-export'));
  expect(await listFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('your-data.tar');
  const files = readTar(await readFile(await download.path()));
  expect([...files.keys()]).toEqual([
    'enquiry-001/data.json',
    'enquiry-002/data.json',
    'summary.json',
  ]);
  expect((await request.get('/track/confirm/data.tar?code=wrong')).status()).toBe(404);

  await page.goto(`/track/${second}`);
  await page.getByRole('button', { name: 'Ask to erase all of it' }).click();
  const url = await mailedUrl(site, email, 'person-erasure');
  expect((await request.get(`/track/${first}`)).status()).toBe(200);
  await page.goto(url);
  await page.getByRole('button', { name: 'Erase all of it for good' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeVisible();
  for (const token of [first, second]) {
    expect((await request.get(`/track/${token}`)).status()).toBe(404);
  }
});

test('a visitor is told which enquiry an erasure leaves, why, and until when @full', async ({
  page,
  site,
  request,
}) => {
  const email = `${randomUUID()}@example.com`;
  const [own, readdressed] = [await send(site, email), await sendReaddressed(site, email)];
  await page.goto(`/track/${own}`);
  await page.getByRole('button', { name: 'Ask to erase all of it' }).click();
  await page.goto(await mailedUrl(site, email, 'person-erasure'));
  await page.getByRole('button', { name: 'Erase all of it for good' }).click();
  const heading = page.getByRole('heading', { name: 'Some enquiries stay for now' });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: /^Message M-/ })).toHaveText(
    /changed less than 7 days ago. You can ask to have it erased from \w+ \d+, \d{4} at .+ UTC\.$/,
  );
  expect(await listFindings(page)).toEqual([]);
  expect((await request.get(`/track/${own}`)).status()).toBe(404);
  expect((await request.get(`/track/${readdressed}`)).status()).toBe(200);
});
