import type { Page } from '@playwright/test';
import { v7 as uuidV7 } from 'uuid';
import { CONTENT } from '#app/admin/data/content.ts';
import { MAX_SAVED_FILTERS, SAVED_FILTER_LIMITS } from '#shared/leads/values.ts';
import { LOGIN_ATTEMPTS_SHOWN } from '#shared/security-events/values.ts';
import { SCRIPT_INJECTIONS } from '#tests/fixtures/script-injections.ts';
import { signInForTest } from '#tests/support/admin.ts';
import { expect, type Site, test as base } from '#tests/support/browser/e2e.ts';
import { buildOrder } from '#tests/support/browser/admin-leads.ts';
import { buildOrderInput } from '#tests/support/leads.ts';

// Every text of the list goes through every text field of every form, and is then looked at wherever it is shown. That no script
// ran and the content policy rejected nothing is watched by the fixture `problems`.
base.setTimeout(300_000);

function bundle(max: number, between: string): string[] {
  return SCRIPT_INJECTIONS.reduce<string[]>((bundles, text) => {
    const last = bundles.at(-1);
    if (last === undefined || last.length + between.length + text.length > max) bundles.push(text);
    else bundles[bundles.length - 1] = `${last}${between}${text}`;
    return bundles;
  }, []);
}

/** All texts in a few long ones, for what is shown record by record. */
const BUNDLES = bundle(4_500, '\n\n');

type Send = (path: string, body?: object, method?: string) => Promise<Record<string, string>>;

const PARALLEL = 6;

async function inParallel<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (next < items.length) {
        const index = next;
        next += 1;
        await work(items[index] as T, index);
      }
    }),
  );
}

function sender(site: Site, headers: Record<string, string>): Send {
  return async (path, body, method = 'POST') => {
    const response = await fetch(`${site.url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${path}: ${text.slice(0, 300)}`).toBe(true);
    return JSON.parse(text) as Record<string, string>;
  };
}

/** Uploads a file of this name for the order with the key; returns its path. */
async function attach(site: Site, key: string, name: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File(['%PDF-1.7\n'], `${name}.pdf`));
  const response = await fetch(`${site.url}/api/order-attachments`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: form,
  });
  expect(response.status, name).toBe(201);
  return ((await response.json()) as { path: string }).path;
}

async function sendLeads(site: Site): Promise<void> {
  const send = sender(site, {});
  await inParallel(SCRIPT_INJECTIONS, async (text) => {
    await send('contact-messages', {
      name: `N ${text}`,
      email: 'gokce@example.com',
      message: `A message of enough length. ${text}`,
    });
    const key = uuidV7();
    await sender(site, { 'idempotency-key': key })('submit-order', {
      ...buildOrderInput({
        fullName: `N ${text}`,
        company: text,
        phone: text.slice(0, 40),
        projectDescription: `A description that has the fifty characters it needs. ${text}`,
      }),
      fileUrls: [await attach(site, key, text)],
    });
  });
}

async function sendContent(site: Site, token: string): Promise<void> {
  const send = sender(site, { 'x-admin-session': token });
  await inParallel(SCRIPT_INJECTIONS, async (text, index) => {
    const category = text.slice(0, 100);
    await send('admin/blog-posts', {
      title: text,
      slug: `injection-${index}`,
      excerpt: text,
      content: `${text}\n\nA paragraph.\n\n- ${text}\n\n# ${text}`,
      author: text,
      category,
      reading_time: 5,
      featured_image_alt: text,
      is_published: true,
    });
    await send('admin/projects', {
      title: text,
      short_description: text,
      full_description: text,
      industry_category: 'Other',
      tech_stack: [text.slice(0, 40)],
      client_name: text,
      client_quote: text,
      challenge_text: text,
      solution_text: text,
      results_text: text,
      results: [
        {
          metric: text.slice(0, 80),
          before: text.slice(0, 40),
          after: text.slice(0, 40),
          how_measured: text.slice(0, 200),
        },
      ],
      is_published: true,
    });
    await send('admin/faqs', { question: text, answer: text, category });
    await send('admin/clients', { name: text });
    await send('admin/testimonials', {
      client_name: text,
      client_title: text,
      client_company: text,
      quote: text,
      is_featured: index < 40,
    });
    await send('admin/team-members', { name: text, role: text, is_published: index < 40 });
    await send('admin/ip-rules', {
      ip_address: `198.18.${Math.floor(index / 256)}.${index % 256}`,
      rule_type: 'suspicious',
      reason: text,
    });
  });
}

/** Records whose long texts hold everything; returns the addresses of the screens that show them. */
async function sendBundles(site: Site, token: string): Promise<string[]> {
  const send = sender(site, { 'x-admin-session': token });
  const paths: string[] = [];
  for (const [index, text] of BUNDLES.entries()) {
    const message = await send('contact-messages', {
      name: 'Gökçe Demir',
      email: 'bundle@example.com',
      message: text,
    });
    const post = await send('admin/blog-posts', {
      title: `Bundle ${index}`,
      slug: `bundle-${index}`,
      excerpt: 'All of them',
      content: text,
      author: 'Selin Kaya',
      category: 'Bundles',
      reading_time: 5,
      is_published: true,
    });
    const project = await send('admin/projects', {
      title: `Bundle ${index}`,
      short_description: 'All of them',
      full_description: text,
      industry_category: 'Other',
      challenge_text: text,
      solution_text: text,
      results_text: text,
      client_quote: text.slice(0, 900),
      is_published: true,
    });
    const { id: order } = await buildOrder(site.db, { projectDescription: text });
    await send(`admin/orders/${order}`, { notes: text }, 'PATCH');
    await send(`admin/messages/${message['id']}`, { notes: text }, 'PATCH');
    paths.push(
      `/admin/orders?order=${order}`,
      `/admin/messages?message=${message['id']}`,
      `/admin/preview/blog/${post['id']}`,
      `/admin/preview/project/${project['id']}`,
      `/portfolio/${project['id']}`,
      `/blog/bundle-${index}`,
    );
  }
  return paths;
}

async function saveSettings(site: Site, token: string): Promise<void> {
  const send = sender(site, { 'x-admin-session': token });
  const all = SCRIPT_INJECTIONS.join('\n\n');
  const settings = {
    ...(await send('admin/site-settings', undefined, 'GET')),
    copyright_text: SCRIPT_INJECTIONS.slice(0, 3).join(' '),
    header_logo_alt: SCRIPT_INJECTIONS[7],
    footer_logo_alt: SCRIPT_INJECTIONS[8],
    maintenance_message: SCRIPT_INJECTIONS.slice(0, 5).join(' '),
    terms_of_service: all,
    privacy_policy: all,
  };
  await send('admin/site-settings', settings, 'PUT');
}

/** A header may hold it. */
function isSearched(text: string): boolean {
  return /^[\x20-\x7e]+$/.test(text);
}

async function leaveTraces(site: Site, token: string): Promise<void> {
  await site.db
    .insertInto('ddosRequestLogs')
    .values(
      bundle(200, '').map((endpoint) => ({
        endpoint,
        ipAddress: '198.51.100.7',
        responseStatus: 404,
        // Newer than what the journey itself asks for.
        createdAt: new Date(Date.now() + 600_000),
      })),
    )
    .execute();
  for (const text of SCRIPT_INJECTIONS) {
    await site.db
      .insertInto('adminLoginAttempts')
      .values({ username: text.slice(0, 200), ipAddress: '198.51.100.7', success: false })
      .execute();
    if (!isSearched(text)) continue;
    await fetch(`${site.url}/api/admin/messages?limit=1&search=${encodeURIComponent(text)}`, {
      headers: { 'x-admin-session': token, 'user-agent': text },
    });
  }
}

/** Every text, as it is stored, stands literally in what the page shows. */
async function expectLiteral(page: Page, strings: readonly string[]): Promise<void> {
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const shown = flat(
    await page.locator('body').evaluate((body) => (body as HTMLElement).innerText),
  );
  // Soft: one run reports every place that changes what it shows.
  expect
    .soft(
      strings.filter((text) => !shown.includes(flat(text))),
      page.url(),
    )
    .toEqual([]);
}

async function expectNothingRan(page: Page): Promise<void> {
  await page.waitForTimeout(50);
  expect(await page.evaluate(() => 'xss' in window)).toBe(false);
}

async function showAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'Show more' });
  await page.getByRole('row').nth(1).waitFor({ timeout: 30_000 });
  while (await more.isVisible()) {
    const before = await page.getByRole('row').count();
    await more.click();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(before);
  }
}

/** A site whose every text is an injection, with the addresses of the records that hold many of them. */
const test = base.extend<object, { injected: string[] }>({
  injected: [
    async ({ site }, use) => {
      const { token } = await signInForTest(site.db);
      await sendLeads(site);
      await sendContent(site, token);
      await saveSettings(site, token);
      await leaveTraces(site, token);
      await use(await sendBundles(site, token));
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
});

test.beforeEach(({ problems }) => {
  // Images that hostile markdown names are not loaded from elsewhere; the rest must be silent.
  problems.allow(
    /^console: Failed to load resource: the server responded with a status of (?:404|503)/,
  );
});

/** Opens a page, or all of a list, where each of the strings is shown. */
async function expectShown(page: Page, path: string, strings: readonly string[], isList = false) {
  await page.goto(path);
  if (isList) await showAll(page);
  await expectLiteral(page, strings);
  await expectNothingRan(page);
}

test('no text runs as a script on public pages', async ({ page, site }) => {
  const copyright = SCRIPT_INJECTIONS.slice(0, 3).join(' ');
  for (const path of ['/', '/terms-of-service', '/privacy-policy', '/order', '/pricing']) {
    await expectShown(page, path, [copyright]);
  }
  for (const path of ['/blog', '/faq', '/portfolio']) {
    await expectShown(page, path, SCRIPT_INJECTIONS);
  }
  const projects = site.db.selectFrom('projects').select(['id', 'title']);
  const titles = SCRIPT_INJECTIONS.slice(0, 8);
  for (const { id, title } of await projects.where('title', 'in', titles).execute()) {
    await expectShown(page, `/portfolio/${id}`, [title]);
  }
  for (const [index, title] of titles.entries()) {
    await expectShown(page, `/blog/injection-${index}`, [title]);
  }

  const setMaintenance = (maintenanceMode: boolean) =>
    site.db.updateTable('siteSettings').set({ maintenanceMode }).execute();
  await setMaintenance(true);
  try {
    await expect(async () => {
      await page.goto('/');
      await expect(page.getByText('Site Under Maintenance')).toBeVisible({ timeout: 500 });
    }).toPass();
    await expectLiteral(page, [SCRIPT_INJECTIONS.slice(0, 5).join(' ')]);
    await expectNothingRan(page);
  } finally {
    await setMaintenance(false);
  }
});

test('no text runs as a script in lists, logs and settings', async ({ admin: page }) => {
  const screens = Object.values(CONTENT).map(({ screen }) => screen);
  for (const screen of ['/admin/orders', '/admin/messages', ...screens]) {
    await expectShown(page, screen, SCRIPT_INJECTIONS, true);
  }
  const searched = SCRIPT_INJECTIONS.filter(isSearched);
  await expectShown(page, '/admin/contact-audit?action=bulk_view', searched, true);
  await page.goto('/admin?tab=security');
  await page.getByRole('table').first().waitFor();
  await expectLiteral(page, SCRIPT_INJECTIONS.slice(-LOGIN_ATTEMPTS_SHOWN));
  await expectNothingRan(page);
  for (const view of ['requests', 'rules']) {
    await expectShown(page, `/admin?tab=ddos&view=${view}`, SCRIPT_INJECTIONS, true);
  }
  await page.goto('/admin/settings');
  await expect(page.getByRole('tab')).toHaveCount(7, { timeout: 30_000 });
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expectNothingRan(page);
  }
});

test('no text runs as a script in records, names and previews', async ({
  admin: page,
  site,
  account,
  injected,
}) => {
  for (const path of injected) {
    await page.goto(path);
    await expect(page.locator('body')).toContainText('top.xss=1');
    await expectNothingRan(page);
  }

  // One order shows the files of all.
  const { id } = await site.db.selectFrom('orders').select('id').executeTakeFirstOrThrow();
  const files = await site.db
    .updateTable('orderAttachments')
    .set({ orderId: id })
    .where('status', '=', 'claimed')
    .returning('originalName')
    .execute();
  const fileNames = files.map(({ originalName }) => originalName);
  const images = fileNames.filter((name) => name.includes('<img src=x onerror='));
  expect(images.length).toBeGreaterThan(10);
  await page.goto(`/admin/orders?order=${id}`);
  const downloads = page.getByRole('button', { name: /^Download / });
  await downloads.first().waitFor();
  await expectLiteral(page, fileNames);
  await expectNothingRan(page);

  const menu = page.locator('details[data-menu]', { hasText: 'Saved filters' });
  const names = bundle(SAVED_FILTER_LIMITS.name, ' ').map((name) =>
    name.slice(0, SAVED_FILTER_LIMITS.name),
  );
  const send = sender(site, { 'x-admin-session': account.token });
  for (let start = 0; start < names.length; start += MAX_SAVED_FILTERS) {
    const some = names.slice(start, start + MAX_SAVED_FILTERS);
    await site.db.deleteFrom('savedFilters').execute();
    await inParallel(some, async (name) => {
      await send('admin/saved-filters', { screen: 'orders', name, query: '' });
    });
    await page.goto('/admin/orders');
    await menu.locator('summary').click();
    await expect(menu.getByRole('listitem')).toHaveCount(some.length);
    await expectLiteral(page, some);
    await expectNothingRan(page);
  }

  await page.goto('/admin/blog?new=1');
  const dialog = page.getByRole('dialog', { name: 'Create New Blog Post' });
  const content = dialog.getByRole('textbox', { name: 'Content' });
  for (let start = 0; start < SCRIPT_INJECTIONS.length; start += 120) {
    await dialog.getByRole('tab', { name: 'Edit' }).click();
    const some = SCRIPT_INJECTIONS.slice(start, start + 120);
    await content.fill(`${some.join('\n\n')}\n\nThe end ${start}.`);
    await dialog.getByRole('tab', { name: 'Preview' }).click();
    await expect(dialog).toContainText(`The end ${start}.`);
    await expectNothingRan(page);
  }
});
