import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { confirmUrlOf } from '#server/services/privacy/confirm-request.ts';
import { trackingTokenOf } from '#server/services/conversations/index.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { pdfFile } from '#tests/support/browser/forms.ts';
import { TEST_TRACK_KEY } from '#tests/support/leads.ts';
import { listFindings } from '#tests/support/browser/media.ts';
import type { PersonRequestKind } from '#shared/tracking/values.ts';
import { readTar } from '#tests/support/privacy/tar.ts';
import { insertRows, readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

/** Sends a message; returns it with the token of its tracking page. */
async function sendMessage(site: Site, email = `${randomUUID()}@example.com`) {
  const response = await fetch(`${site.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Gökçe Demir', email, message: 'Could we meet on Tuesday?' }),
  });
  const { id } = (await response.json()) as { id: string };
  const token = trackingTokenOf({ trackKey: TEST_TRACK_KEY }, await readConversation(site, id));
  return { token, email, id };
}

/** Headers that keep the URL of an enquiry out of caches, search engines and other sites. */
const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': expect.stringContaining('noindex'),
  'referrer-policy': 'no-referrer, strict-origin',
};

function readConversation({ db }: Site, messageId: string) {
  return readRow(db, 'conversations', '*', { messageId });
}

// The forms of the page work without scripts; with scripts they are the same.
test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor writes, corrects, withdraws and reopens', async ({ page, site, problems }) => {
    problems.allow(/status of 400/);
    const { token, id } = await sendMessage(site);
    await page.goto(`/track/${token}`);
    const name = `Your message ${messageReference(id)}`;
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Could we meet on Tuesday?')).toBeVisible();

    const send = page.getByRole('button', { name: 'Send message' });
    const writing = page.locator('form', { has: send });
    await send.click();
    await expect(page.getByText('Please write a message or choose a file')).toBeVisible();
    await writing.getByLabel('Message').fill('Here is the plan.');
    await writing.locator('input[type=file]').setInputFiles(pdfFile('plan.pdf', 2_000));
    await send.click();
    await expect(page).toHaveURL(/#latest$/);
    await expect(page.locator('#latest')).toContainText('Here is the plan.');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /plan\.pdf/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('plan.pdf');

    await page.locator('#correct-name').fill('Gökçe Demir Ak');
    await page.getByRole('button', { name: 'Save details' }).click();
    await expect(page.locator('#latest')).toContainText('Name: Gökçe Demir → Gökçe Demir Ak');

    await page.getByRole('button', { name: 'Withdraw the enquiry' }).click();
    await expect(page.getByText('Nobody is working on it.')).toBeVisible();
    await page.getByRole('button', { name: 'Take the withdrawal back' }).click();
    await expect(page.getByText('We have it and are going to answer.')).toBeVisible();

    await page.locator('#email-email').fill('new@example.org');
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByText('We have sent a mail to new@example.org.')).toBeVisible();
    const stored = await readRow(site.db, 'contactMessages', ['name'], { id });
    expect(stored.name).toBe('Gökçe Demir Ak');
  });
});

test('a lost link is sent without telling who is known', async ({ page, site }) => {
  const { email } = await sendMessage(site);
  const shown: string[] = [];
  for (const address of [email, 'nobody-at-all@example.com']) {
    await page.goto('/track');
    await page.getByLabel('E-mail').fill(address);
    await page.getByRole('button', { name: 'Send me my links' }).click();
    await expect(page).toHaveURL('/track?asked=1');
    shown.push(await page.locator('main').innerText());
  }
  expect(shown[0]).toBe(shown[1]);
  const link = { recipient: email, kind: 'tracking.link' };
  expect(await readRows(site.db, 'outboxMails', ['kind'], link)).toHaveLength(1);
});

test('a page of an enquiry has no finding in any medium', async ({ page, site }) => {
  test.setTimeout(120_000);
  const { token, email } = await sendMessage(site);
  const failed = { status: 'failed', lastError: '550 no such user' } as const;
  await updateRows(site.db, 'outboxMails', { recipient: email }, failed);
  await page.goto(`/track/${token}`);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByText(`The last one to ${email} did not arrive.`)).toBeVisible();
  await page.getByRole('link', { name: 'Correct the address' }).click();
  await expect(page.locator('#email-email')).toBeInViewport();
  expect(await listFindings(page)).toEqual([]);
});

test('every wrong link gets the same page @full', async ({ page, request, problems }) => {
  problems.allow(/404/);
  const bodies = new Set<string>();
  for (const each of [randomUUID(), 'not-a-token', 'long'.repeat(100)]) {
    const response = await request.get(`/track/${each}`);
    expect(response.status()).toBe(404);
    expect(response.headers()).toMatchObject(PRIVATE);
    const html = await response.text();
    bodies.add(/<main.*?<\/main>/s.exec(html)?.[0].replaceAll(each, 'TOKEN') ?? html);
  }
  expect(bodies.size).toBe(1);
  await page.goto(`/track/${randomUUID()}`);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL('/track');
});

test('an enquiry stays out of caches and referrers @full', async ({ page, site, problems }) => {
  const { request } = page;
  const { token, id } = await sendMessage(site);
  const before = await readConversation(site, id);
  for (const path of [`/track/${token}`, `/track/${token}.data`, `/TRACK/${token}`]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await request.fetch(path, { method });
      expect(response.status(), path).toBe(200);
      expect(response.headers(), path).toMatchObject(PRIVATE);
    }
  }
  expect(await readConversation(site, id)).toEqual(before);
  expect(await (await request.get('/sitemap.xml')).text()).not.toContain('/track');
  await page.goto(`/track/${token}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const referrers: string[] = [];
  page.on('request', (sent) => referrers.push(sent.headers()['referer'] ?? ''));
  await page.locator('footer').getByRole('link').first().click();
  await page.waitForLoadState('networkidle');
  expect(referrers.join(' ')).not.toContain(token);
  problems.allow(/elsewhere\.example/);
  await page.route('https://elsewhere.example/', (route) => route.fulfill({ body: 'Elsewhere' }));
  await page.goto(`/track/${token}`);
  const [left] = await Promise.all([
    page.waitForRequest('https://elsewhere.example/'),
    page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'https://elsewhere.example/';
      document.body.append(link);
      link.click();
    }),
  ]);
  expect((await left.allHeaders())['referer']).toBe(`${site.url}/`);
});

test('a form names its origin without Sec-Fetch-Site @full', async ({ page, site }) => {
  const { token, id } = await sendMessage(site);
  await page.goto(`/track/${token}`);
  const [form] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: 'Withdraw the enquiry' }).click(),
  ]);
  await expect(page.getByText('Nobody is working on it.')).toBeVisible();
  const { origin, referer } = await form.allHeaders();
  expect([origin, referer]).toEqual([site.url, `${site.url}/`]);
  // The headers of a browser without Sec-Fetch-Site.
  const response = await fetch(form.url(), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: origin ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=resume',
  });
  expect(response.status).toBe(303);
  expect((await readConversation(site, id)).withdrawnAt).toBeNull();
});

/** The link in the newest email about a request of this kind. */
async function mailedUrl(site: Site, kind: PersonRequestKind | 'erasure'): Promise<string> {
  const requests = await readRows(site.db, 'trackingRequests', ['id'], { kind }, 'createdAt');
  return confirmUrlOf(site.url, TEST_TRACK_KEY, requests.at(-1)?.id ?? '');
}

/** An enquiry that was readdressed just now, perhaps by a stranger who has its link. */
async function sendReaddressed(site: Site, email: string): Promise<string> {
  const { token, id } = await sendMessage(site, email);
  const { id: conversationId } = await readConversation(site, id);
  const detail = JSON.stringify({ formerEmail: 'stranger@example.com' });
  const entry = { id: randomUUID(), conversationId, detail, createdAt: new Date() };
  await insertRows(site.db, 'conversationEntries', { ...entry, kind: 'corrected', via: 'page' });
  return token;
}

test('a visitor exports and erases everything', async ({ page, site, request, problems }) => {
  problems.allow(/404/);
  const { token: first, email } = await sendMessage(site);
  const { token: second } = await sendMessage(site, email);
  await page.goto(`/track/${first}`);
  await expect(page.getByText(/We store this enquiry until/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask for all of it' }).click();
  await expect(page.getByText(/Its link leads to the download/)).toBeVisible();
  await page.goto(await mailedUrl(site, 'person-export'));
  expect(await listFindings(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download everything' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('your-data.tar');
  const files = readTar(await readFile(await download.path()));
  const names = ['enquiry-001/data.json', 'enquiry-002/data.json', 'summary.json'];
  expect([...files.keys()]).toEqual(names);
  expect((await request.get('/track/confirm/data.tar?code=wrong')).status()).toBe(404);

  await page.goto(`/track/${second}`);
  await page.getByRole('button', { name: 'Ask to erase all of it' }).click();
  const url = await mailedUrl(site, 'person-erasure');
  expect((await request.get(`/track/${first}`)).status()).toBe(200);
  await page.goto(url);
  await page.getByRole('button', { name: 'Erase all of it for good' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeVisible();
  for (const token of [first, second]) {
    expect((await request.get(`/track/${token}`)).status()).toBe(404);
  }
});

test('an enquiry is erased by a button @full', async ({ page, site, request, problems }) => {
  problems.allow(/404/);
  const { token } = await sendMessage(site);
  await page.goto(`/track/${token}`);
  await page.getByRole('button', { name: 'Ask to erase everything' }).click();
  await expect(page.getByText(/Nothing is erased until you follow the link/)).toBeVisible();
  const url = await mailedUrl(site, 'erasure');
  for (let scan = 0; scan < 3; scan += 1) expect((await request.get(url)).status()).toBe(200);
  await page.goto(url);
  expect(await listFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Erase everything for good' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeFocused();
  const gone = [await request.get(`/track/${token}`), await request.get(url)];
  expect(gone.map((response) => response.status())).toEqual([404, 404]);
});

test('a visitor reads what an erasure leaves @full', async ({ page, site, request }) => {
  const { token: own, email } = await sendMessage(site);
  const readdressed = await sendReaddressed(site, email);
  await page.goto(`/track/${own}`);
  await page.getByRole('button', { name: 'Ask to erase all of it' }).click();
  await page.goto(await mailedUrl(site, 'person-erasure'));
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
