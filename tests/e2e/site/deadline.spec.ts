import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { promiseWithoutScripts } from '#shared/office-hours/sentences.ts';
import {
  expect,
  type Site,
  test,
  waitUntilInteractive,
  WITHIN_A_SECOND,
} from '#tests/support/browser/e2e.ts';
import { buildMessage, fillMessage, findMessages, open } from '#tests/support/browser/forms.ts';

const RULE = 'Monday to Friday, 9:00 to 18:00 in Ankara; answer within 1 hour of open time';

async function promisedFor(site: Site, sent: { message: string }): Promise<Date> {
  const [message] = await findMessages(site, sent);
  const conversation = await site.db
    .selectFrom('conversations')
    .select('promisedDueAt')
    .where('messageId', '=', message?.id ?? '')
    .executeTakeFirstOrThrow();
  return conversation.promisedDueAt ?? new Date(0);
}

test.describe('in Ankara', () => {
  test.use({ timezoneId: 'Europe/Istanbul' });

  test('the forms say what the promise means now, minute by minute', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-24T14:39:30+03:00') });
    for (const path of ['/order', '/contact'] as const) {
      await page.clock.setSystemTime(new Date('2026-11-24T14:39:30+03:00'));
      await open(page, path);
      await expect(page.getByText('Answer by 15:39 today', { exact: true })).toBeVisible();
      await expect(page.getByText(RULE)).toBeHidden();
      await page.clock.runFor(31_000);
      await expect(page.getByText('Answer by 15:40 today', { exact: true })).toBeVisible();
    }
  });

  test('a change of the hours arrives at once', async ({ page, site }) => {
    await page.clock.install({ time: new Date('2026-11-24T14:39:30+03:00') });
    await open(page, '/order');
    await expect(page.getByText('Answer by 15:39 today')).toBeVisible();
    const today = { from: '2026-11-24', to: '2026-11-24', name: 'Closed', open: [] };
    const officeHours = { ...DEFAULT_OFFICE_HOURS, exceptions: [today] };
    await site.db.updateTable('siteSettings').set({ officeHours }).execute();
    await expect(page.getByText('We reopen tomorrow 9:00; answer by 10:00')).toBeVisible(
      WITHIN_A_SECOND,
    );
    await page.goto('/contact');
    await expect(page.getByText('We reopen tomorrow 9:00; answer by 10:00')).toBeVisible();
    await site.db.updateTable('siteSettings').set({ officeHours: DEFAULT_OFFICE_HOURS }).execute();
  });

  test('whoever has written reads the deadline that is stored', async ({ page, site }) => {
    await open(page, '/contact');
    const message = { ...buildMessage(), email: 'deadline@example.com' };
    await fillMessage(page, message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeVisible();
    const line = page.getByText(/^Answer by \d+:\d\d/).filter({ visible: true });
    const shown = await line.innerText();
    const promised = await promisedFor(site, message);
    const time = promised
      .toLocaleTimeString('en-GB', { timeZone: 'Europe/Istanbul' })
      .replace(/^0/, '')
      .slice(0, -3);
    expect(shown).toContain(`Answer by ${time} `);
    await page.reload();
    await waitUntilInteractive(page);
    await expect(line).toHaveText(shown);
  });
});

test.describe('elsewhere', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('the time of the visitor stands beside, and nothing moves', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-27T19:00:00+03:00') });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.addInitScript(() => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as unknown as { value: number }[];
          const before = Number(document.documentElement.dataset['shift'] ?? 0);
          const sum = shifts.reduce((total, { value }) => total + value, before);
          document.documentElement.dataset['shift'] = String(sum);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open(page, '/order');
      await expect(page.getByText('We reopen Monday 9:00; answer by 10:00')).toBeVisible();
      await expect(page.getByText('(Ankara time; 8:00 Monday where you are)')).toBeVisible();
      const shift = await page.evaluate(() => document.documentElement.dataset['shift']);
      expect(Number(shift ?? 0)).toBeLessThan(0.01);
    }
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the rule is printed, and the deadline with the confirmation', async ({ page, site }) => {
    await page.goto('/order');
    await expect(page.getByText(RULE)).toBeVisible();
    await page.goto('/contact');
    await expect(page.getByText(RULE)).toBeVisible();
    const message = { ...buildMessage(), email: 'plain-deadline@example.com' };
    await fillMessage(page, message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your message' })).toBeVisible();
    const promised = await promisedFor(site, message);
    await expect(
      page.getByText(promiseWithoutScripts(promised, DEFAULT_OFFICE_HOURS)),
    ).toBeVisible();
  });
});
