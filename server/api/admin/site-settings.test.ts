import { describe, expect } from 'vitest';
import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { SETTINGS_MESSAGES } from '#shared/site-settings/messages.ts';
import { OFFICE_HOURS_MESSAGES } from '#shared/office-hours/messages.ts';
import { snakeCaseNames } from '#shared/lib/case.ts';
import { UPLOAD_MESSAGES } from '#shared/uploads/messages.ts';
import { expectError, expectInvalid } from '#tests/support/admin-requests.ts';
import { it } from '#tests/support/fixtures.ts';
import { splitKey } from '#shared/site-content/types.ts';
import { readRows } from '#tests/support/database/rows.ts';

it.beforeEach(async ({ api }) => {
  await api.db.deleteFrom('siteSettings').execute();
  await api.db.insertInto('siteSettings').values({ id: SITE_SETTINGS_ID }).execute();
  await api.settings.reload();
});

const INPUT = {
  header_logo_alt: 'Header Logo',
  header_logo_width: 38,
  header_logo_height: 50,
  footer_logo_alt: 'Footer Logo',
  footer_logo_width: 38,
  footer_logo_height: 50,
  maintenance_message: 'Back soon.',
  copyright_text: '© {year} Vitrin Software',
};

const EVERYTHING = {
  header_logo_url: '/media/logos/header/1-a.svg',
  header_logo_alt: 'Our mark',
  header_logo_width: 10,
  header_logo_height: 500,
  footer_logo_url: '/media/logos/footer/1-b.webp',
  footer_logo_alt: 'Our mark, small',
  footer_logo_width: 500,
  footer_logo_height: 10,
  favicon_url: '/media/logos/favicon/1-c.png',
  maintenance_mode: false,
  maintenance_message: 'Back at noon.',
  copyright_text: '© {year} Vitrin',
  social_links: {
    twitter: 'https://x.example/vitrin',
    linkedin: 'http://linkedin.example/vitrin',
    facebook: '',
    instagram: '',
    github: 'https://github.example/vitrin',
  },
  office_hours: {
    time_zone: 'Europe/Berlin',
    week: {
      mon: [
        { from: '08:00', to: '12:00' },
        { from: '13:00', to: '17:00' },
      ],
      tue: [],
      wed: [{ from: '00:00', to: '24:00' }],
      thu: [],
      fri: [],
      sat: [],
      sun: [],
    },
    exceptions: [
      { from: '2026-10-28', to: '2026-10-28', name: 'Eve', open: [{ from: '09:00', to: '13:00' }] },
      { from: '2026-12-24', to: '2027-01-02', name: 'Between the years', open: [] },
    ],
    promised_minutes: 90,
  },
  terms_of_service: '# Terms\n\nBe kind.',
  privacy_policy: '# Privacy\n\nNo cookies.',
  terms_reviewed: true,
  privacy_reviewed: false,
};

const { office_hours: HOURS } = EVERYTHING;

/** Assigned by the server. */
const PUBLISHED = {
  terms_version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
  privacy_version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
  updated_at: expect.any(String),
};

it('answers the whole row with the defaults', async ({ admin }) => {
  const { status, body } = await admin.get('site-settings');
  expect(status).toBe(200);
  expect(body).toEqual({
    maintenance_mode: false,
    maintenance_message: DEFAULT_SITE_SETTINGS.maintenanceMessage,
    header_logo_url: '',
    header_logo_alt: 'Header Logo',
    header_logo_width: 38,
    header_logo_height: 50,
    footer_logo_url: '',
    footer_logo_alt: 'Footer Logo',
    footer_logo_width: 38,
    footer_logo_height: 50,
    favicon_url: '',
    copyright_text: DEFAULT_SITE_SETTINGS.copyrightText,
    social_links: { twitter: '', linkedin: '', facebook: '', instagram: '', github: '' },
    office_hours: snakeCaseNames(DEFAULT_SITE_SETTINGS.officeHours),
    terms_of_service: '',
    privacy_policy: '',
    terms_version: '2025-01',
    privacy_version: '2025-01',
    terms_reviewed: false,
    privacy_reviewed: false,
    updated_at: expect.any(String),
  });
  expect((await admin.put('site-settings', body)).status).toBe(200);
});

it('saves all tabs at once, for the response and the public site', async ({ api, admin }) => {
  const { updated_at: readAt } = (await admin.get('site-settings')).body;
  const { status, body } = await admin.put('site-settings', { ...EVERYTHING, updated_at: readAt });
  expect(status).toBe(200);
  expect(body).toEqual({ ...EVERYTHING, ...PUBLISHED });
  expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(readAt));
  expect((await admin.get('site-settings')).body).toEqual(body);
  await api.settings.reload();
  const shown = await (await api.request('/api/site-settings')).json();
  const { terms_reviewed: _terms, privacy_reviewed: _privacy, ...open } = body;
  expect(shown).toEqual(open);
  // Settings are no contact data.
  expect(await readRows(api.db, 'contactMessageAudit', '*')).toEqual([]);
});

it('keeps what is not sent, and removes what is sent empty', async ({ admin }) => {
  await admin.put('site-settings', { ...EVERYTHING, maintenance_mode: true });
  const facebook = 'https://facebook.example/vitrin';
  const { body } = await admin.put('site-settings', { ...INPUT, social_links: { facebook } });
  expect(body).toEqual({
    ...EVERYTHING,
    ...INPUT,
    maintenance_mode: true,
    social_links: { ...EVERYTHING.social_links, facebook },
    ...PUBLISHED,
  });
  const empty = {
    header_logo_url: '',
    footer_logo_url: '',
    favicon_url: '',
    terms_of_service: '',
    privacy_policy: ' \n',
    social_links: { twitter: '', linkedin: '', facebook: '', instagram: '', github: '' },
  };
  const emptied = await admin.put('site-settings', { ...INPUT, ...empty });
  expect(emptied.body).toMatchObject({ ...empty, privacy_policy: '' });
});

it.for([
  ['header_logo_alt', '', 'Header logo alt text is required'],
  ['header_logo_alt', null, 'Header logo alt text is required'],
  ['header_logo_alt', 'x'.repeat(201), 'Header logo alt text must be at most 200 characters'],
  ['footer_logo_alt', ' ', 'Footer logo alt text is required'],
  ['header_logo_width', 9, 'Header logo width must be between 10 and 500'],
  ['header_logo_width', 501, 'Header logo width must be between 10 and 500'],
  ['header_logo_width', 38.5, 'Header logo width must be between 10 and 500'],
  ['header_logo_height', '50', 'Header logo height must be between 10 and 500'],
  ['footer_logo_width', 2 ** 53, 'Footer logo width must be between 10 and 500'],
  ['footer_logo_height', 501, 'Footer logo height must be between 10 and 500'],
  ['maintenance_message', '', 'Maintenance message is required'],
  [
    'maintenance_message',
    'x'.repeat(1_001),
    'Maintenance message must be at most 1,000 characters',
  ],
  ['maintenance_mode', 'on', 'Maintenance mode is required'],
  ['copyright_text', '\n', 'Copyright text is required'],
  ['copyright_text', 'x'.repeat(301), 'Copyright text must be at most 300 characters'],
  ['terms_of_service', 'x'.repeat(50_001), 'Terms of service must be at most 50,000 characters'],
  ['privacy_policy', 'x'.repeat(50_001), 'Privacy policy must be at most 50,000 characters'],
  ['terms_of_service', `${'>'.repeat(200)} x`, SETTINGS_MESSAGES.policyTooDeep],
  ['terms_reviewed', 'yes', 'Terms reviewed by a lawyer is required'],
  ['header_logo_url', 'https://example.com/x.png', UPLOAD_MESSAGES.notOurs],
  ['footer_logo_url', '/media/x.png', UPLOAD_MESSAGES.notOurs],
  ['favicon_url', 'javascript:alert(1)', UPLOAD_MESSAGES.notOurs],
  ['social_links', 'x', SETTINGS_MESSAGES.socialLinks],
  ['social_links', { github: 'javascript:alert(1)' }, SETTINGS_MESSAGES.socialLink('github')],
  ['social_links', { twitter: 'x.com/vitrin' }, SETTINGS_MESSAGES.socialLink('twitter')],
  ['office_hours', null, OFFICE_HOURS_MESSAGES.officeHours],
  ['office_hours', {}, OFFICE_HOURS_MESSAGES.timeZone],
  ['office_hours', { ...HOURS, promised_minutes: 0 }, OFFICE_HOURS_MESSAGES.promisedMinutes],
  ['office_hours', { ...HOURS, exceptions: [{}] }, OFFICE_HOURS_MESSAGES.exceptionDate],
  ['id', SITE_SETTINGS_ID, 'This field is not known'],
] as const)('refuses %s %j', async ([field, value, message], { admin }) => {
  const response = await admin.put('site-settings', { ...INPUT, [field]: value });
  expectInvalid(response, { [field]: message });
});

it('names the link to a network that is wrong, and no other network', async ({ admin }) => {
  const put = (links: object) => admin.put('site-settings', { ...INPUT, social_links: links });
  const long = `https://example.com/${'x'.repeat(500)}`;
  for (const network of Object.keys(EVERYTHING.social_links) as 'github'[]) {
    const wrong = await put({ [network]: 'ftp://example.com' });
    expectInvalid(wrong, { social_links: SETTINGS_MESSAGES.socialLink(network) });
    const message = SETTINGS_MESSAGES.socialLinkTooLong(network);
    expectInvalid(await put({ [network]: long }), { social_links: message });
  }
  const unknown = await put({ myspace: 'https://myspace.example' });
  expectInvalid(unknown, { myspace: 'This field is not known' });
});

it('takes texts as long as the limits say', async ({ admin }) => {
  const strings = {
    header_logo_alt: 'ş'.repeat(200),
    maintenance_message: '𝄞'.repeat(1_000),
    terms_of_service: 'ş'.repeat(50_000),
    privacy_policy: '𝄞 '.repeat(25_000).trim(),
  };
  const { status, body } = await admin.put('site-settings', { ...INPUT, ...strings });
  expect(status).toBe(200);
  expect(body).toMatchObject(strings);
});

it('is saved over no newer version but one that it names, once', async ({ admin }) => {
  const { updated_at: readAt } = (await admin.get('site-settings')).body;
  const write = (text: string, updatedAt: string) =>
    admin.put('site-settings', { ...INPUT, copyright_text: text, updated_at: updatedAt });
  expect((await write('One', readAt)).status).toBe(200);
  expectError(await write('Two', readAt), 409, SETTINGS_MESSAGES.conflict);
  const current = (await admin.get('site-settings')).body;
  expect(current.copyright_text).toBe('One');
  const saves = Array.from({ length: 10 }, (_, index) => write(`${index}`, current.updated_at));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
});

it('answers 404 while the row is missing', async ({ api, admin }) => {
  await api.db.deleteFrom('siteSettings').execute();
  expect((await admin.get('site-settings')).status).toBe(404);
  expect((await admin.put('site-settings', INPUT)).status).toBe(404);
});

describe('the preview of a policy', () => {
  it('shows what the page would show, and refuses what it could not', async ({ admin }) => {
    const markdown = '## Title\n\nSee [us](https://example.com) <script>alert(1)</script> `code`';
    const { status, body } = await admin.post('site-settings/preview', { markdown });
    expect(status).toBe(200);
    expect(body).toEqual({
      html: '<h2>Title</h2>\n<p>See <a href="https://example.com" rel="noopener noreferrer">us</a>  code</p>',
      removed: [
        { kind: 'element', name: 'script', count: 1, line: 3, keeps_text: false },
        { kind: 'element', name: 'code', count: 1, line: 3, keeps_text: true },
      ],
    });
    for (const [wrong, message] of [
      ['x'.repeat(50_001), 'The text must be at most 50,000 characters'],
      [`${'>'.repeat(200)} x`, SETTINGS_MESSAGES.policyTooDeep],
    ]) {
      const rejected = await admin.post('site-settings/preview', { markdown: wrong });
      expectInvalid(rejected, { markdown: message });
    }
  });
});

describe('the holidays of a year', () => {
  const namesOf = (items: { from: string; to: string; name: string }[]) =>
    items.map(({ from, to, name }) => [from, to, name]);

  it.beforeEach(async ({ api }) => {
    await api.db.deleteFrom('siteContent').execute();
    const row = { ...splitKey('company'), data: JSON.stringify({ countryCode: 'TR' }) };
    await api.db.insertInto('siteContent').values(row).execute();
  });

  it("are those of the company's country, and none for an unknown one", async ({ api, admin }) => {
    const listHolidaysIn = async (countryCode: string) => {
      const data = JSON.stringify({ countryCode });
      await api.db.updateTable('siteContent').set({ data }).execute();
      return namesOf((await admin.get('site-settings/holidays?year=2026')).body.items);
    };
    const german = await listHolidaysIn('DE');
    expect(german).toContainEqual(['2026-10-03', '2026-10-03', 'Tag der Deutschen Einheit']);
    expect(german).toHaveLength(9);
    expect([await listHolidaysIn('XX'), await listHolidaysIn('')]).toEqual([[], []]);
  });

  it('are proposed with their days, and eves of open days until 13:00', async ({ admin }) => {
    const { status, body } = await admin.get('site-settings/holidays?year=2026');
    expect(status).toBe(200);
    expect(namesOf(body.items)).toEqual([
      ['2026-01-01', '2026-01-01', 'Yılbaşı'],
      ['2026-03-19', '2026-03-19', 'Ramazan Bayramı Arifesi'],
      ['2026-03-20', '2026-03-22', 'Ramazan Bayramı'],
      ['2026-04-23', '2026-04-23', 'Ulusal Egemenlik ve Çocuk Bayramı'],
      ['2026-05-01', '2026-05-01', 'Emek ve Dayanışma Günü'],
      ['2026-05-19', '2026-05-19', "Atatürk'ü Anma Gençlik ve Spor Bayramı"],
      ['2026-05-26', '2026-05-26', 'Kurban Bayramı Arifesi'],
      ['2026-05-27', '2026-05-30', 'Kurban Bayramı'],
      ['2026-07-15', '2026-07-15', 'Demokrasi ve Millî Birlik Günü'],
      ['2026-08-30', '2026-08-30', 'Zafer Bayramı'],
      ['2026-10-28', '2026-10-28', 'Cumhuriyet Bayramı Arifesi'],
      ['2026-10-29', '2026-10-29', 'Cumhuriyet Bayramı'],
    ]);
    expect(body.items[1].open).toEqual([{ from: '09:00', to: '13:00' }]);
    expect(body.items[2].open).toEqual([]);
    const next = await admin.get('site-settings/holidays?year=2027');
    const inMay = namesOf(next.body.items).filter(([from = '']) => from.startsWith('2027-05'));
    // The eve of Kurban Bayramı is a Saturday.
    expect(inMay).toEqual([
      ['2027-05-01', '2027-05-01', 'Emek ve Dayanışma Günü'],
      ['2027-05-16', '2027-05-19', "Kurban Bayramı, Atatürk'ü Anma Gençlik ve Spor Bayramı"],
    ]);
  });

  it('can be saved as they come, in every year', async ({ admin }) => {
    for (let year = 2020; year <= 2075; year += 11) {
      const { items } = (await admin.get(`site-settings/holidays?year=${year}`)).body;
      const officeHours = { ...EVERYTHING.office_hours, exceptions: items };
      const { body } = await admin.put('site-settings', { ...INPUT, office_hours: officeHours });
      expect(body.office_hours.exceptions).toEqual(items);
    }
  });

  it.for(['', '?year=', '?year=2019', '?year=2076', '?year=x', '?year=2026.5', '?year=1e9'])(
    'refuse %j',
    async (query, { admin }) => {
      const response = await admin.get(`site-settings/holidays${query}`);
      expectInvalid(response, { year: OFFICE_HOURS_MESSAGES.year });
    },
  );
});
