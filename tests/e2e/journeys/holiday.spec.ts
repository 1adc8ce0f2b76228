import { dueAt } from '#shared/office-hours/due-at.ts';
import { whenOf } from '#shared/office-hours/sentences.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { buildMessage, fillMessage, findMessages } from '#tests/support/browser/forms.ts';
import {
  expect,
  openMessage,
  signInAlways,
  TEAM,
  test,
} from '#tests/support/browser/office-e2e.ts';
import { openPage } from '#tests/support/browser/site.ts';
import { readRow } from '#tests/support/database/rows.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What reminds looks every second. */
const TWO_POLLS_MS = 3_000;

const TODAY = new Date();
const DAYS_TO_FRIDAY = (12 - TODAY.getUTCDay()) % 7 || 7;

/** The date so many days after the next Friday: 'YYYY-MM-DD' */
function afterFriday(days: number): string {
  const date = new Date(TODAY.getTime() + (DAYS_TO_FRIDAY + days) * DAY_MS);
  return date.toISOString().slice(0, 10);
}

function inAnkara(days: number, time: string): Date {
  return new Date(`${afterFriday(days)}T${time}+03:00`);
}

const holiday = { from: afterFriday(3), to: afterFriday(4), name: 'Bayram', open: [] };
/** From Friday 17:30 half of it is over on Wednesday 9:15, four fifths at 9:42, all at 10:00. */
const officeHours = { ...DEFAULT_OFFICE_HOURS, exceptions: [holiday], promisedMinutes: 90 };
const FRIDAY = inAnkara(0, '17:30:05');
const PROMISED = inAnkara(5, '10:00:05');

test.use({ timezoneId: 'Europe/Istanbul' });

test.beforeEach(async ({ office, page }) => {
  await office.db.updateTable('siteSettings').set({ officeHours }).execute();
  await office.clock.moveTo(FRIDAY);
  await page.clock.install({ time: FRIDAY });
});

function toMinute(time: Date | string | null | undefined): string {
  return new Date(time ?? 0).toISOString().slice(0, 16);
}

test('a deadline over a holiday is one everywhere @full', async ({ page, browser, office }) => {
  const { clock, mails } = office;
  expect(toMinute(dueAt(FRIDAY, officeHours))).toBe(toMinute(PROMISED));
  await openPage(page, '/contact');
  const deadline = "You'll hear from us by Wednesday, 10:00 AM";
  await expect(page.getByText(deadline, { exact: true })).toBeVisible();
  const message = buildMessage();
  await fillMessage(page, message);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('heading', { name: deadline })).toBeVisible();
  const [{ id } = { id: '' }] = await findMessages(office, message);
  const columns = ['dueAt', 'promisedDueAt'] as const;
  const stored = await readRow(office.db, 'conversations', columns, { messageId: id });
  expect(Object.values(stored).map(toMinute)).toEqual([toMinute(PROMISED), toMinute(PROMISED)]);
  const receipt = () => mails.find(({ envelope }) => envelope.to.includes(message.email));
  await expect.poll(() => receipt()?.text).toContain(`by ${whenOf(PROMISED, 'Europe/Istanbul')}`);

  /** Returns the first words of each reminder's subject for this message. */
  const listReminders = () =>
    mails
      .filter(({ envelope }) => envelope.to.includes(TEAM))
      .map(({ subject = '' }) => subject.split(`: message ${messageReference(id)} from `))
      .filter((parts) => parts.length === 2)
      .map(([subject]) => subject);
  await clock.moveTo(inAnkara(4, '14:00:00'));
  await page.waitForTimeout(TWO_POLLS_MS);
  expect(listReminders()).toEqual([]);
  await clock.moveTo(inAnkara(5, '09:16:00'));
  await expect.poll(listReminders).toEqual(['Half the time has passed']);

  const desk = await browser.newContext({ baseURL: office.url, timezoneId: 'Europe/Istanbul' });
  const admin = await desk.newPage();
  await admin.clock.install({ time: clock.now() });
  const { token } = await signInAlways(admin, office);
  const headers = { 'x-admin-session': token };
  const response = await admin.request.get('/api/admin/queue', { headers });
  const { items } = (await response.json()) as { items: { lead_id: string; due_at: string }[] };
  const shown = items.find(({ lead_id: lead }) => lead === id);
  expect(toMinute(shown?.due_at)).toBe(toMinute(PROMISED));
  const dialog = await openMessage(admin, id);
  await expect(dialog.getByText(/^Answer by .*10:00/)).toBeVisible();
  await desk.close();
});
