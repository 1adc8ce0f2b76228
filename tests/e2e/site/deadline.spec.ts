import type { Locator, Page } from '@playwright/test';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { formatDeadline } from '#shared/office-hours/sentences.ts';
import {
  expect,
  setOfficeHours,
  type Site,
  test,
  waitUntilInteractive,
  WITHIN_A_SECOND,
} from '#tests/support/browser/e2e.ts';
import { buildMessage, fillMessage, findMessages, open } from '#tests/support/browser/forms.ts';

const HEAR = "You'll hear from us by";

/** Elements in sight with this text alone. */
function inSight(page: Page, text: string): Locator {
  return page.getByText(text, { exact: true }).filter({ visible: true });
}

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

  test('the forms say what the promise means now, minute by minute @full', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-24T14:39:30+03:00') });
    for (const path of ['/order', '/contact'] as const) {
      await page.clock.setSystemTime(new Date('2026-11-24T14:39:30+03:00'));
      await open(page, path);
      await expect(inSight(page, `${HEAR} 3:39 PM today`)).toBeVisible();
      await expect(page.getByText('within 1 hour').filter({ visible: true }).first()).toBeVisible();
      await page.clock.runFor(31_000);
      await expect(inSight(page, `${HEAR} 3:40 PM today`)).toBeVisible();
      await page.clock.setSystemTime(new Date('2026-11-24T16:59:30+03:00'));
      await page.clock.runFor(61_000);
      await expect(inSight(page, `${HEAR} Wednesday, 9:00 AM`)).toBeVisible();
      await expect(page.getByText('within 1 hour').filter({ visible: true })).toHaveCount(0);
    }
  });

  test('a change of the hours arrives at once @full', async ({ page, site }) => {
    await page.clock.install({ time: new Date('2026-11-24T14:39:30+03:00') });
    await open(page, '/order');
    await expect(inSight(page, `${HEAR} 3:39 PM today`)).toBeVisible();
    const today = { from: '2026-11-24', to: '2026-11-24', name: 'Closed', open: [] };
    const officeHours = { ...DEFAULT_OFFICE_HOURS, exceptions: [today] };
    await setOfficeHours(site, officeHours);
    const tomorrow = inSight(page, `${HEAR} Wednesday, 10:00 AM`);
    await expect(tomorrow).toBeVisible(WITHIN_A_SECOND);
    await page.goto('/contact');
    await expect(tomorrow).toBeVisible();
    await setOfficeHours(site, DEFAULT_OFFICE_HOURS);
  });

  test('whoever has written reads the deadline that is stored', async ({ page, site }) => {
    await open(page, '/contact');
    const message = { ...buildMessage(), email: 'deadline@example.com' };
    await fillMessage(page, message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Thank you for your message')).toBeVisible();
    const promised = await promisedFor(site, message);
    const shown = formatDeadline(promised, new Date(), DEFAULT_OFFICE_HOURS);
    await expect(inSight(page, shown)).toBeVisible();
    await page.reload();
    await waitUntilInteractive(page);
    await expect(inSight(page, shown)).toBeVisible();
  });
});

test.describe('elsewhere @full', () => {
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
      await expect(
        page.getByText(`${HEAR} Monday, 10:00 AM (Ankara time; Monday, 8:00 AM`),
      ).toBeVisible();
      const shift = await page.evaluate(() => document.documentElement.dataset['shift']);
      expect(Number(shift ?? 0)).toBeLessThan(0.01);
    }
  });
});

test.describe('without scripts @full', () => {
  test.use({ javaScriptEnabled: false });

  test('the deadline is printed, before sending and with the confirmation', async ({
    page,
    site,
  }) => {
    for (const path of ['/order', '/contact']) {
      await page.goto(path);
      await expect(page.getByText(HEAR).filter({ visible: true }).first()).toBeVisible();
    }
    const message = { ...buildMessage(), email: 'plain-deadline@example.com' };
    await fillMessage(page, message);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Thank you for your message')).toBeVisible();
    const promised = await promisedFor(site, message);
    const shown = formatDeadline(promised, new Date(), DEFAULT_OFFICE_HOURS);
    await expect(inSight(page, shown)).toBeVisible();
  });
});
