import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_OFFICE_HOURS, type OfficeHours } from '#shared/office-hours/values.ts';
import { createMovingClock, type MovingClock } from '#tests/support/clock/moving-clock.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { followTables, type SentResponse, send } from '#tests/faults/faults.ts';
import { type Place, startPlace } from '#tests/faults/place.ts';

let database: TestDatabase;
let clock: MovingClock;
let clockDir: string;
let sites: Place[];

const ankara = (local: string) => new Date(`${local}+03:00`);
const HALF_DAY = { from: '2030-01-08', to: '2030-01-08', name: 'Half day' };
const officeHours = {
  ...DEFAULT_OFFICE_HOURS,
  exceptions: [
    { ...HALF_DAY, open: [{ from: '09:00', to: '13:00' }] },
    { from: '2030-01-09', to: '2030-01-10', name: 'Holiday', open: [] },
  ],
};

beforeAll(async () => {
  [database, clockDir] = await Promise.all([createTestDatabase(), makeDataDir()]);
  clock = createMovingClock(clockDir, database.db);
  const environment = { ...clock.environment, DATABASE_URL: database.url, SAMPLE_CONTENT: 'on' };
  sites = [await startPlace(environment), await startPlace(environment)];
  await setOfficeHours(officeHours);
});

afterAll(async () => {
  for (const site of sites) await site.stop();
  await database.destroy();
  await rm(clockDir, { recursive: true, force: true });
});

const setOfficeHours = (hours: OfficeHours) =>
  database.db.updateTable('siteSettings').set({ officeHours: hours }).execute();

function fetchEach(path: string, etags: readonly string[] = []): Promise<SentResponse[]> {
  const responses = sites.map(({ port }, index) => {
    const etag = etags[index];
    return send(port, { method: 'GET', path, headers: etag ? [['if-none-match', etag]] : [] });
  });
  return Promise.all(responses);
}

/** The page of each process, and a second time, when it comes from its cache. */
async function fetchTwice(path: string): Promise<SentResponse[]> {
  return [...(await fetchEach(path)), ...(await fetchEach(path))];
}

const OPEN = 'Response within 1 hour';
const CLOSED = 'Response within 1 working hour';

describe('cached pages of two processes', () => {
  it.each([
    ['before closing', '2030-01-07T16:30:00', OPEN, 'by 5:30 PM today'],
    ['after 18:00', '2030-01-07T18:00:00', CLOSED, 'by Tuesday, 10:00 AM'],
    ['on the morning of an exception', '2030-01-08T09:00:00', OPEN, 'by 10:00 AM today'],
    ['after its early closing', '2030-01-08T13:00:00', CLOSED, 'by Friday, 10:00 AM'],
    ['on a holiday', '2030-01-09T12:00:00', CLOSED, 'by Friday, 10:00 AM'],
    ['after the holiday', '2030-01-11T09:00:00', OPEN, 'by 10:00 AM today'],
  ])('are right %s without a request before', async (_, now, response, by) => {
    await clock.moveTo(ankara(now));
    for (const { body } of await fetchTwice('/')) {
      expect(body).toContain(`${response}<`);
      expect(body).not.toContain(`${response === OPEN ? CLOSED : OPEN}<`);
    }
    for (const path of ['/order', '/contact']) {
      for (const { body } of await fetchTwice(path)) {
        expect(body).toContain(`You&#x27;ll hear from us ${by}`);
        expect(body.includes('within 1 hour'), path).toBe(response === OPEN);
      }
    }
    for (const { body } of await fetchTwice('/faq')) {
      expect(body).toContain(`we answer ${response.replace('Response ', '')}.`);
    }
  });

  it('follow changed hours, response time and zone wherever these are stated', async () => {
    const day = [{ from: '08:00', to: '16:00' }];
    const { week } = DEFAULT_OFFICE_HOURS;
    const changed = {
      week: { ...week, mon: day, tue: day, wed: day, thu: day, fri: [] },
      timeZone: 'Europe/Berlin',
      exceptions: [],
      promisedMinutes: 240,
    };
    await setOfficeHours(changed);
    await followTables(database.db, sites);
    for (const { body } of await fetchEach('/')) {
      expect(body).toContain('Response within four working hours of working time<');
    }
    for (const path of ['/order', '/contact', '/faq', '/blog', '/portfolio']) {
      for (const { body } of await fetchEach(path))
        expect(body, path).not.toMatch(/1 hour|one hour/);
    }
    const hours = 'Monday to Thursday 8:00 AM to 4:00 PM Berlin time';
    for (const { body } of await fetchEach('/contact')) {
      expect(body).toContain(`>${hours}<`);
      expect(body).toContain(`${hours}. We respond within four working hours.`);
      expect(body).not.toContain('Turkey time');
    }
  });

  it('are not confirmed after their time', async () => {
    await setOfficeHours(officeHours);
    await clock.moveTo(ankara('2030-01-14T16:30:00'));
    const open = await fetchEach('/faq');
    const tags = open.map(({ headers }) => headers.get('etag') ?? '');
    expect((await fetchEach('/faq', tags)).map(({ status }) => status)).toEqual([304, 304]);
    await clock.moveTo(ankara('2030-01-14T18:00:00'));
    expect((await fetchEach('/faq', tags)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
