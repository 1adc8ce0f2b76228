import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expectAccessibleState, openList } from '#tests/support/browser/admin-content.ts';
import { buildMessage, buildOrder, parseCsv } from '#tests/support/browser/admin-leads.ts';
import { readColour } from '#tests/support/browser/colours.ts';
import { expect, type Site, test, WITHIN_A_SECOND } from '#tests/support/browser/e2e.ts';
import { expectToast } from '#tests/support/browser/toasts.ts';
import { readRow } from '#tests/support/browser/rows.ts';

const HOSTILE = '<img src=x onerror=alert(1)>"\'{{7*7}}';

type Changes = {
  name: string;
  isDone?: boolean;
  createdAt?: string;
  isSuspect?: boolean;
  suspectReasons?: string[];
};

const KINDS = [
  {
    kind: 'order',
    screen: 'orders',
    details: 'Order Details',
    heads: ['Customer', 'Service', 'Budget', 'Date', 'Status', 'Actions'],
    statuses: ['All Status', 'Pending', 'New', 'In Progress', 'Completed'],
    /** Statuses offered for a new enquiry; `offeredLater` applies to any other status. */
    offered: ['New', 'Pending', 'In Progress', 'Completed'],
    offeredLater: ['Pending', 'In Progress', 'Completed'],
    last: { label: 'Completed', value: 'completed', title: 'Status updated' },
    cells: ['Business Dashboards', '$15,000 - $50,000', '<b>Bold</b> Ltd', 'Nov 03, 2026'],
    build: ({ db }: Site, { name, isDone, ...changes }: Changes) =>
      buildOrder(db, {
        fullName: name,
        company: '<b>Bold</b> Ltd',
        ...(isDone && { status: 'completed' as const }),
        ...changes,
      }),
  },
  {
    kind: 'message',
    screen: 'messages',
    details: 'Message Details',
    heads: ['Sender', 'Message Preview', 'Date', 'Status', 'Actions'],
    statuses: ['All Status', 'New', 'Read', 'Responded'],
    offered: ['New', 'Read', 'Responded'],
    offeredLater: ['New', 'Read', 'Responded'],
    last: { label: 'Responded', value: 'responded', title: 'Success' },
    cells: [`${'x'.repeat(60)} ${HOSTILE} T…`, 'Nov 03, 2026'],
    build: ({ db }: Site, { name, isDone, ...changes }: Changes) =>
      buildMessage(db, {
        name,
        message: `${'x'.repeat(60)} ${HOSTILE} THE END`,
        ...(isDone && { status: 'responded' as const }),
        ...changes,
      }),
  },
] as const;

const getRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test.beforeEach(async ({ site }) => {
  for (const table of ['orderAttachments', 'orders', 'contactMessages'] as const) {
    await site.db.deleteFrom(table).execute();
  }
});

for (const { kind, screen, details, last, build, ...expected } of KINDS) {
  /** In the gate one kind stands for both, as they share their screen. */
  const tag = kind === 'order' ? '' : ' @full';

  test(`a new ${kind} appears in the empty list, and changes its status${tag}`, async ({
    admin: page,
    site,
    problems,
  }) => {
    problems.allow(/status of 503/);
    await page.goto(`/admin/${screen}`);
    await expect(page.getByText(`No ${screen} found`)).toBeVisible();
    const filter = page.getByLabel('Status', { exact: true });
    await expect(filter.locator('option')).toHaveText(expected.statuses);
    await expectAccessibleState(page);
    const { id } = await build(site, { name: 'Selin Kaya' });
    await expect(getRow(page, 'Selin Kaya')).toBeVisible(WITHIN_A_SECOND);
    const heads = await page.getByRole('columnheader').allInnerTexts();
    expect(heads.slice(1)).toEqual(expected.heads);

    const select = getRow(page, 'Selin Kaya').getByRole('combobox');
    await expect(select).toHaveValue('new');
    await expect(select).toHaveAttribute('data-tone', 'yellow');
    await expect(select.locator('option')).toHaveText(expected.offered);
    await select.selectOption(last.label);
    await expectToast(page, `status changed to ${last.value}`, last.title);
    await expect(select).toHaveAttribute('data-tone', 'green');
    const [red = 0, green = 0, blue = 0] = await readColour(select, 'color');
    expect(green, `${red} ${green} ${blue}`).toBeGreaterThan(Math.max(red, blue));
    await expect(select.locator('option')).toHaveText(expected.offeredLater);
    const table = kind === 'order' ? 'orders' : 'contactMessages';
    const stored = async () => (await readRow(site.db, table, id)).status;
    expect(await stored()).toBe(last.value);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(stored).toBe('new');
    await expect(select).toHaveValue('new');
    await expect(page.getByRole('searchbox')).toBeFocused();

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/admin/${screen}/${id}`, async (route) => {
      await released;
      await route.fulfill({ status: 503, json: {} });
    });
    await select.selectOption(last.label);
    await expect(select).toHaveValue(last.value);
    release();
    await expectToast(page, `Failed to update ${kind} status`, 'Error');
    await expect(select).toHaveValue('new');
    await expect(
      page.getByText(`Failed to update ${kind} status: Selin Kaya.`).first(),
    ).toBeVisible();
  });

  test(`the mark of a suspect ${kind} is removed @full`, async ({ admin: page, site }) => {
    await build(site, {
      name: HOSTILE,
      isSuspect: true,
      suspectReasons: ['trap', 'fast', 'repeated'],
      createdAt: '2026-11-03T12:00:00Z',
    });
    await openList(page, screen);
    const row = getRow(page, HOSTILE);
    for (const text of expected.cells) await expect(row).toContainText(text);
    await expect(row.getByText('Suspect', { exact: true })).toBeVisible();
    await row.getByRole('button', { name: /^View/ }).click();
    const dialog = page.getByRole('dialog', { name: details });
    const notice = dialog.getByRole('region', { name: 'Marked as Suspect' });
    await expect(notice).toContainText(
      'Because the hidden field was filled in; the text has a web address and was sent less than 3 seconds',
    );
    await expect(notice).toContainText('the same text came three times or more within an hour.');
    await expectAccessibleState(page);
    await notice.getByRole('button', { name: 'Not suspect' }).click();
    await expectToast(page, 'Its confirmation will be sent.', 'Mark removed');
    await expect(notice).toBeHidden();
    await expect(dialog.getByLabel(`Status of this ${kind}`)).toBeFocused();
    const entry = dialog.getByRole('listitem').filter({ hasText: 'Not suspect' });
    await expect(entry.first()).toContainText('became');
    await expect(entry.first().getByRole('button')).toHaveCount(0);
    await expect(row.getByText('Suspect', { exact: true })).toBeHidden();
  });

  test(`${screen} are exported${tag}`, async ({ admin: page, site, problems }) => {
    problems.allow(/status of 500/);
    await build(site, { name: '=1+1', isDone: true });
    await build(site, { name: 'Other' });
    await openList(page, `${screen}?status=${last.value}`);
    const exportCsv = page.getByRole('button', { name: 'Export CSV' });
    const download = page.waitForEvent('download');
    await exportCsv.click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${screen}_\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const records = parseCsv(await readFile(await file.path(), 'utf8'));
    expect(records.map((record) => record[2])).toEqual([expected.heads[0], "'=1+1"]);
    await expectToast(page, 'exported successfully', 'Export Complete');

    await page.route('**/export.csv*', (route) => route.fulfill({ status: 500, json: {} }));
    const notices = page.locator('[data-toast]');
    for (let time = 0; time < 2; time += 1) {
      const failed = page.waitForResponse('**/export.csv*');
      await exportCsv.click();
      await failed;
      await expect(notices, 'only the newest of a kind').toHaveCount(1);
    }
    // It is over the top bar and covers no control of the list.
    const bar = await page.getByRole('banner').boundingBox();
    const box = await notices.boundingBox();
    const search = await page.getByRole('main').getByRole('search').boundingBox();
    expect(box?.y).toBeLessThan((bar?.y ?? 0) + (bar?.height ?? 0));
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(search?.y ?? 0);
    await expectToast(page, `Failed to export ${screen}`, 'Export Failed');
  });

  test(`the card of a ${kind} fits @full`, async ({ admin: page, site }) => {
    await build(site, { name: 'Selin Kaya of a very long name', isSuspect: true });
    await build(site, { name: 'Other' });
    for (const width of [1280, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/admin/${screen}`);
      const first = page.locator('[data-row]').first();
      const view = first.getByRole('button', { name: /View/ });
      await expect(view).toBeVisible();
      const frame = await page.getByRole('table').locator('..').boundingBox();
      const [left, right] = [frame?.x ?? 0, (frame?.x ?? 0) + (frame?.width ?? 0)];
      for (const control of [view, first.getByRole('combobox'), first.getByRole('checkbox')]) {
        const box = await control.boundingBox();
        expect(box?.x ?? 0, `${width} px`).toBeGreaterThanOrEqual(left);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(right);
      }
    }
    const cards = await page.locator('[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const boxes = [...row.children].slice(1).map((cell) => cell.getBoundingClientRect());
        const [status, view] = boxes.splice(-2);
        return {
          lefts: new Set([...boxes, status].map((box) => Math.round(box?.left ?? 0))).size,
          isOneLine: Math.abs((status?.bottom ?? 0) - (view?.bottom ?? 1_000)) < 10,
        };
      }),
    );
    for (const card of cards) expect(card).toEqual({ lefts: 1, isOneLine: true });
    await page
      .getByRole('button', { name: /^View/ })
      .and(page.locator('[data-row-stop]'))
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Timeline' })).toBeAttached();
    const hidden = await dialog.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(hidden).toBeLessThanOrEqual(1);
    await expectAccessible(page);
  });
}
