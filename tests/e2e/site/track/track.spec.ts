import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { confirmUrlOf } from '#server/services/privacy/codes.ts';
import { hashOfToken } from '#server/services/conversations/index.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { expect, type Site, test } from '#tests/support/browser/e2e.ts';
import { pdfFile } from '#tests/support/browser/forms.ts';
import { listFindings } from '#tests/support/browser/media.ts';

/** A message with a page of its own, whose token the test has chosen: the key is the server's. */
async function sendMessage(site: Site): Promise<{ token: string; email: string; id: string }> {
  const email = `${randomUUID()}@example.com`;
  const response = await fetch(`${site.url}/api/contact-messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Gökçe Demir', email, message: 'Could we meet on Tuesday?' }),
  });
  const { id } = (await response.json()) as { id: string };
  const token = randomUUID();
  await site.db
    .updateTable('conversations')
    .set({ tokenHash: hashOfToken(token) })
    .where('messageId', '=', id)
    .execute();
  return { token, email, id };
}

async function writeAndWithdraw(page: Page, site: Site): Promise<void> {
  const { token, id } = await sendMessage(site);
  await page.goto(`/track/${token}`);
  const name = `Your message ${messageReference(id)}`;
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByText('Could we meet on Tuesday?')).toBeVisible();

  const writing = page.locator('form', { has: page.getByRole('button', { name: 'Send message' }) });
  await writing.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Please write a message or choose a file')).toBeVisible();
  await writing.getByLabel('Message').fill('Here is the plan.');
  await writing.locator('input[type=file]').setInputFiles(pdfFile('plan.pdf', 2_000));
  await writing.getByRole('button', { name: 'Send message' }).click();
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
  const rows = await site.db
    .selectFrom('contactMessages')
    .select('name')
    .where('id', '=', id)
    .execute();
  expect(rows).toEqual([{ name: 'Gökçe Demir Ak' }]);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a visitor writes, sends a file, corrects, withdraws and comes back', async ({
      page,
      site,
      problems,
    }) => {
      problems.allow(/status of 400/);
      await writeAndWithdraw(page, site);
    });

    test('a lost link is asked for, and nobody learns whether the address is known', async ({
      page,
      site,
    }) => {
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
      const mails = await site.db
        .selectFrom('outboxMails')
        .select('kind')
        .where('recipient', '=', email)
        .where('kind', '=', 'tracking.link')
        .execute();
      expect(mails).toHaveLength(1);
    });
  });
}

test('a page of an enquiry has no finding in any medium', async ({ page, site }) => {
  test.setTimeout(120_000);
  const { token, email } = await sendMessage(site);
  await site.db
    .updateTable('outboxMails')
    .set({ status: 'failed', lastError: '550 no such user' })
    .where('recipient', '=', email)
    .execute();
  await page.goto(`/track/${token}`);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page.getByText(`The last one to ${email} did not arrive.`)).toBeVisible();
  await page.getByRole('link', { name: 'Correct the address' }).click();
  await expect(page.locator('#email-email')).toBeInViewport();
  expect(await listFindings(page)).toEqual([]);
});

test('a wrong link says how to get a new one, and the same in every case @full', async ({
  page,
  site,
  request,
  problems,
}) => {
  problems.allow(/404/);
  const bodies = new Set<string>();
  const { token } = await sendMessage(site);
  await site.db
    .updateTable('conversations')
    .set({ tokenHash: hashOfToken(randomUUID()) })
    .where('tokenHash', '=', hashOfToken(token))
    .execute();
  for (const each of [token, randomUUID(), 'not-a-token', 'long'.repeat(100)]) {
    const response = await request.get(`/track/${each}`);
    expect(response.status()).toBe(404);
    const headers = response.headers();
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(headers['referrer-policy']).toBe('no-referrer, strict-origin');
    const html = await response.text();
    bodies.add(/<main.*?<\/main>/s.exec(html)?.[0].replaceAll(each, 'TOKEN') ?? html);
  }
  expect(bodies.size).toBe(1);
  await page.goto(`/track/${token}`);
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page).toHaveURL('/track');
});

test('nothing of an enquiry is cached, indexed or told to another site, and reading changes nothing @full', async ({
  page,
  site,
  request,
  problems,
}) => {
  const { token, id } = await sendMessage(site);
  const read = () =>
    site.db.selectFrom('conversations').selectAll().where('messageId', '=', id).execute();
  const before = await read();
  for (const path of [`/track/${token}`, `/track/${token}.data`, `/TRACK/${token}`]) {
    for (const method of ['GET', 'HEAD']) {
      const response = await request.fetch(path, { method });
      expect(response.status(), path).toBe(200);
      const headers = response.headers();
      expect(headers['cache-control'], path).toBe('no-store');
      expect(headers['x-robots-tag']).toContain('noindex');
      expect(headers['referrer-policy']).toBe('no-referrer, strict-origin');
    }
  }
  expect(await read()).toEqual(before);
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
      const link = Object.assign(document.createElement('a'), {
        href: 'https://elsewhere.example/',
      });
      document.body.append(link);
      link.click();
    }),
  ]);
  expect((await left.allHeaders())['referer']).toBe(`${site.url}/`);
  const forged = await request.post(`/track/${token}`, {
    form: { action: 'withdraw' },
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  });
  expect(forged.status()).toBe(403);
  expect(await read()).toEqual(before);
});

test('a form of the page says where it comes from, for browsers that say it in no other way @full', async ({
  page,
  site,
}) => {
  const { token, id } = await sendMessage(site);
  await page.goto(`/track/${token}`);
  const [form] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: 'Withdraw the enquiry' }).click(),
  ]);
  await expect(page.getByText('Nobody is working on it.')).toBeVisible();
  const { origin, referer } = await form.allHeaders();
  expect([origin, referer]).toEqual([site.url, `${site.url}/`]);
  // What a browser without Sec-Fetch-Site sends.
  const response = await fetch(form.url(), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: origin ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=resume',
  });
  expect(response.status).toBe(303);
  const { withdrawnAt } = await site.db
    .selectFrom('conversations')
    .select('withdrawnAt')
    .where('messageId', '=', id)
    .executeTakeFirstOrThrow();
  expect(withdrawnAt).toBeNull();
});

test('an erasure happens once the button behind its link is pressed, not before @full', async ({
  page,
  site,
  request,
  problems,
}) => {
  problems.allow(/404/);
  const { token, id } = await sendMessage(site);
  await page.goto(`/track/${token}`);
  await page.getByRole('button', { name: 'Ask to erase everything' }).click();
  await expect(page.getByText(/Nothing is erased until you follow the link/)).toBeVisible();
  const { id: requestId } = await site.db
    .selectFrom('trackingRequests')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .select('trackingRequests.id')
    .where('messageId', '=', id)
    .executeTakeFirstOrThrow();
  const key = Buffer.from(await readFile(`${site.dataDir}/secrets/track-key`, 'utf8'), 'hex');
  const url = confirmUrlOf(site.url, key, requestId);
  for (let scan = 0; scan < 3; scan += 1) expect((await request.get(url)).status()).toBe(200);
  await page.goto(url);
  expect(await listFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Erase everything for good' }).click();
  await expect(page.getByRole('heading', { name: 'Everything is erased' })).toBeFocused();
  expect((await request.get(`/track/${token}`)).status()).toBe(404);
  expect((await request.get(url)).status()).toBe(404);
});
