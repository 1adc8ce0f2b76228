import type { Page } from '@playwright/test';
import { contentMessages } from '#app/admin/data/messages.ts';
import { CONTENT } from '#app/admin/data/content.ts';
import { CONTENT_TYPES, listScreenContent } from '#shared/site-content/types.ts';
import { formatLastingWithin } from '#shared/office-hours/sentences.ts';
import { CONNECTIONS } from '#shared/connections/values.ts';
import { listSideways } from '#tests/support/browser/accessibility.ts';
import { expect, test as base } from '#tests/support/browser/e2e.ts';
import { buildMessage, buildOrder, fillMessage, fillOrder } from '#tests/support/browser/forms.ts';
import { fillOwnForm, type OwnWords } from '#tests/support/browser/own-words.ts';
import { openMessage } from '#tests/support/browser/office-e2e.ts';
import { readRows } from '#tests/support/database/rows.ts';
import { fillPath, SITE_PAGES } from '#tests/support/browser/pages.ts';
import { openPage } from '#tests/support/browser/site.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import {
  listShown,
  type OwnSite,
  readOutputs,
  startOwnSite,
} from '#tests/support/samples/own-site.ts';

const test = base.extend<object, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await startOwnSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** Facts of the inventory that an owner changes, by screen and field. */
const ROWS = `
  Company: Name 1 3 4 73, Short name 2, Prefix of order references 5, Email 6 72, Phone 7, Street 8,
  Company: Founded 9, One paragraph 10, City 13, Country code 16, Share image 46, Latitude 50,
  Company: Register number 55, More profiles 51
  Brand: Accent color 21, Typefaces 22, Square logo 20
  Services: Services > Service 1 > Name 25, Services > Service 1 > Drawing 26, Heading 27
  Prices: Plans or projects 34, Currency 35, Order of the comparison 36
  Process: Steps 37
  Values: Values 38, Technologies 39
  Proof: Stories 40, Numbers 41
  Order options: Services 28, Features 29, Budgets 30, Timelines 31, Languages 32
  Project categories: Categories 33
  Home page: Top: headline 23, Top: image 24, Search engines: title 45, Team: heading 63
  Home page: Work: show the live demo 42, Work: heading 43
  Menu: Services 47
  Other screens: Missing page: heading 67, Maintenance: heading 68, Sign-in: heading 69
  Portfolio: Introduction 44
  FAQ: Heading 57, Answer 56
  Contact: Map of Ankara 48, How to find us 49
  Order receipt: Subject 64
  Reply: Template 65
  Notices to your team: Recipients 71
  Blog post: Author 58
  Project: Results 59
  Client: Name 60
  Testimonial: Quote 61
  Team member: Role 62
  Logos: Header logo 18, Favicon 19
  Copyright: Copyright text 52
  Policies: Terms of service 53, Privacy policy 54
  Office hours: Monday opens 11 12, Promised answer 14 15, Time zone 17
`;
/** Messages about errors, the domain, and the language of the product's own texts. */
const NOT_CHANGED = [66, 70, 74];

/** Fields that select something, that only administrators see, that another field replaces, or that pages show in words. */
const NOT_SHOWN =
  /vidence|Price in words|Project category$|category of the project|Website|Brand > Logo >|Exception 1|in minutes/;

/** Outputs without the company's name. */
const NAMELESS = /sitemap|\.(?:txt|ico|png|css)$/;

function listRows(): { path: string; row: number }[] {
  return Array.from(ROWS.matchAll(/^ {2}(.*?): (.*)$/gm)).flatMap(([, screen, fields = '']) =>
    Array.from(fields.matchAll(/(\D.*?)((?: \d+)+)(?:, ?|$)/g)).flatMap(([, name, rows = '']) =>
      rows
        .trim()
        .split(' ')
        .map((row) => ({ path: `${screen} > ${name}`, row: Number(row) })),
    ),
  );
}

async function changeContent(page: Page, words: OwnWords): Promise<void> {
  for (const screen of ['company', 'offer', 'pages', 'emails'] as const) {
    await page.goto(`/admin/${screen}`);
    for (const { label } of listScreenContent(screen).map((key) => CONTENT_TYPES[key])) {
      const parts = page.getByRole('navigation', { name: 'Parts of this screen' });
      await parts.getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveTitle(new RegExp(`^${label}`));
      const save = page.getByRole('button', { name: 'Save', exact: true });
      await expect(save).toBeVisible();
      const scope = page.getByRole('main').locator('form');
      if (label === 'Prices') await scope.getByRole('button', { name: 'Add plan' }).click();
      await fillOwnForm(words, label, { scope, save, notice: `${label} saved` });
      if (screen !== 'emails') continue;
      await page.getByRole('button', { name: 'Send a test to me' }).click();
      await expectToast(page, 'The test is on its way');
    }
  }
}

async function changeRecords(page: Page, words: OwnWords): Promise<void> {
  for (const entity of Object.values(CONTENT)) {
    const messages = contentMessages(entity);
    await page.goto(entity.screen);
    await page.getByRole('button', { name: messages.newButton }).first().click();
    const scope = page.getByRole('dialog', { name: messages.createTitle });
    const save = scope.getByRole('button', { name: messages.createButton });
    await fillOwnForm(words, messages.subject, { scope, save, notice: messages.created });
  }
}

async function changeSettings(page: Page, words: OwnWords): Promise<void> {
  await page.goto('/admin/settings');
  const tabs = page.getByRole('tablist', { name: 'Settings' }).getByRole('tab');
  await expect(tabs.first()).toBeVisible();
  for (const name of (await tabs.allTextContents()).slice(0, -1)) {
    await tabs.filter({ hasText: name }).click();
    if (name === 'Office hours') {
      await page.getByLabel('Monday, opens, time 1').fill('08:15');
      words.set('Office hours > Monday opens', '8:15 AM');
    }
    const scope = page.getByRole('tabpanel').first();
    const save = page.getByRole('button', { name: 'Save Settings' });
    await fillOwnForm(words, name, { scope, save, notice: 'Settings updated successfully' });
  }
}

async function connectMail(page: Page, words: OwnWords, { mailServer }: OwnSite): Promise<void> {
  await page.goto('/admin/company/connections?open=smtp');
  const server = page.getByRole('dialog', { name: CONNECTIONS.smtp.label });
  await server.getByLabel('Host').fill('127.0.0.1');
  await server.getByLabel('Port').fill(String(mailServer.port));
  await server.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Saved');
  for (const kind of ['sender', 'team'] as const) {
    const name = CONNECTIONS[kind].label;
    await page.goto(`/admin/company/connections?open=${kind}`);
    const scope = page.getByRole('dialog', { name });
    const save = scope.getByRole('button', { name: 'Save' });
    await fillOwnForm(words, name, { scope, save, notice: 'Saved' });
  }
}

/** Sends an order and a message; returns the pages that follow. */
async function sendForms(page: Page, words: OwnWords): Promise<Map<string, string>> {
  const option = (path: string) => words.get(`Order options > ${path}`) ?? '';
  const see = (path: string) =>
    expect(page.getByText(words.get(path) ?? '', { exact: true })).toBeVisible();
  await openPage(page, '/order');
  await fillOrder(page, {
    ...buildOrder(),
    serviceType: option('Services > Service 1 > Service'),
    desiredFeatures: [option('Features > Feature 1 > Feature')],
    estimatedBudget: option('Budgets > Budget 1 > Budget'),
    targetTimeline: option('Timelines > Timeline 1 > Timeline'),
    requiredLanguages: [option('Languages > Language 1 > Language')],
  });
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await see('Order > After an order was sent > Step 1 > Text');
  const thanks = await page.content();
  await openPage(page, '/contact');
  await fillMessage(page, buildMessage());
  await page.getByRole('button', { name: 'Send Message' }).click();
  await see('Contact > After a message was sent');
  return new Map(Object.entries({ thanks, sent: await page.content() }));
}

/** Saves a reply template and sends it. */
async function reply(page: Page, words: OwnWords, { db }: OwnSite): Promise<void> {
  words.set('Reply > Template', 'zqtemplatez');
  const [message] = await readRows(db, 'contactMessages', ['id'], {});
  const dialog = await openMessage(page, message?.id ?? '');
  const text = dialog.getByLabel('Reply to selin@example.com');
  await text.fill('zqtemplatez');
  await dialog.getByRole('button', { name: 'Templates' }).click();
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Own');
  await dialog.getByLabel('Name', { exact: true }).press('Enter');
  await text.fill('');
  await dialog.getByRole('button', { name: 'Own', exact: true }).click();
  await expect(text).toHaveValue('zqtemplatez');
  await dialog.getByRole('button', { name: 'Send reply' }).click();
}

test('an owner changes every fact in the back office, and each is shown @full', async ({
  admin: page,
  account,
  site,
  context,
  problems,
}) => {
  test.setTimeout(600_000);
  problems.allow(/404|503/);
  const words: OwnWords = new Map();
  const email = `${account.username}@example.com`;
  await site.db.updateTable('adminUsers').set({ email }).where('id', '=', account.id).execute();
  await connectMail(page, words, site);
  await changeContent(page, words);
  await changeRecords(page, words);
  await changeSettings(page, words);
  const settings = site.db.selectFrom('siteSettings').select('officeHours');
  const { officeHours } = await settings.executeTakeFirstOrThrow();
  words.set('Office hours > Promised answer', formatLastingWithin(officeHours));

  const visitor = await context.newPage();
  const shown = await sendForms(visitor, words);
  await reply(page, words, site);
  const { mails } = site.mailServer;
  const tests = listScreenContent('emails').length;
  await expect.poll(() => mails.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(tests + 5);
  const emails = mails.map(({ from, to, subject, text, html }) =>
    [from?.text, [to].flat().map((address) => address?.text), subject, text, html].join('\n'),
  );
  const [, tracking = ''] = /(\/track\/[\w-]{43})/.exec(emails.join('\n')) ?? [];
  await visitor.setViewportSize({ width: 360, height: 800 });
  for (const path of [...SITE_PAGES.slice(0, -1), tracking]) {
    await visitor.goto(await fillPath(path, site.db));
    expect.soft(await listSideways(visitor), path).toEqual([]);
    shown.set(`seen ${path}`, await visitor.content());
  }
  const outputs = await readOutputs(site);
  const name = words.get('Company > Name') ?? '';
  const named = [...outputs].filter(([path]) => !NAMELESS.test(path));
  expect.soft(named.filter(([, text]) => !text.includes(name))).toEqual([]);
  expect.soft(emails.filter((text) => !text.includes(name))).toEqual([]);

  await page.goto('/admin/settings?tab=maintenance');
  await page.getByLabel('Maintenance mode').check();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn maintenance on' }).click();
  await expectToast(page, 'Settings updated successfully');
  await page.evaluate(() => localStorage.clear());
  for (const [path, field] of [
    ['/', 'Maintenance: heading'],
    ['/adminloginpage', 'Sign-in: hint'],
  ] as const) {
    await visitor.goto(path);
    const word = words.get(`Other screens > ${field}`) ?? '';
    await expect(visitor.getByText(word, { exact: true })).toBeVisible();
    shown.set(`closed ${path}`, await visitor.content());
  }
  const pages = [shown, outputs].flatMap((each) => listShown(each));
  const all = [...pages, ...emails].join('\n').toLowerCase();
  /** A short word is a whole value, or a prefix. */
  const isShown = (word: string) =>
    (/^x.$/.test(word) ? [`"${word}"`, `${word}-`] : [word]).some((text) => all.includes(text));
  const missing = [...words].filter(([, word]) => !isShown(word.toLowerCase()));
  expect(missing.map(([path]) => path).filter((path) => !NOT_SHOWN.test(path))).toEqual([]);
  const rows = listRows();
  expect([...rows.map(({ row }) => row), ...NOT_CHANGED].toSorted((one, two) => one - two)).toEqual(
    Array.from({ length: 74 }, (_, index) => index + 1),
  );
  const fields = [...words.keys()];
  const isChanged = ({ path }: { path: string }) => fields.some((field) => field.startsWith(path));
  expect(rows.filter((row) => !isChanged(row))).toEqual([]);
});
