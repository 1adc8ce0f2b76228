import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DEFAULT_SITE_SETTINGS, SITE_SETTINGS_ID } from '#shared/site-settings/values.ts';
import { DEFAULT_OFFICE_HOURS } from '#shared/office-hours/values.ts';
import { it } from '#tests/support/fixtures.ts';
import type { DB } from '#server/db/types.ts';
import { hasPhone, hasWords } from '#server/lib/sql-text.ts';
import { readRow, readRows, updateRows } from '#tests/support/database/rows.ts';

type Row = Record<string, unknown>;

const HASH = Buffer.alloc(32, 7);
const RESULT = { metric: 'Scrap', before: '', after: '4.4%', howMeasured: '' };
const officeHours = (change: object) => JSON.stringify({ ...DEFAULT_OFFICE_HOURS, ...change });
const withMonday = (from: string, to: string) => ({
  week: { ...DEFAULT_OFFICE_HOURS.week, mon: [{ from, to }] },
});
const withException = (from: string) => ({
  exceptions: [{ from, to: '2026-12-30', name: 'Holiday', open: [] }],
});
const resultsOf = (count: number) => Array.from({ length: count }, () => RESULT);
const wrongResults = [
  {},
  'text',
  resultsOf(7),
  [[RESULT]],
  [{ ...RESULT, metric: '' }],
  [{ ...RESULT, after: '' }],
  [{ ...RESULT, before: null }],
  [{ ...RESULT, howMeasured: 5 }],
  [{ metric: 'Scrap', after: '4.4%' }],
];

const rows = {
  testimonials: () => ({ id: randomUUID(), client_name: 'Selin Kaya', quote: 'Good work' }),
  blog_posts: () => ({
    id: randomUUID(),
    slug: `post-${randomUUID()}`,
    title: 'A post',
    excerpt: 'Short',
    content: 'Long',
    author: 'Vitrin Software',
  }),
  faqs: () => ({ id: randomUUID(), question: 'Why?', answer: 'So.' }),
  projects: () => ({ id: randomUUID(), title: 'A project', short_description: 'Short' }),
  clients: () => ({ id: randomUUID(), name: 'A client' }),
  team_members: () => ({ id: randomUUID(), name: 'A member', role: 'Engineer' }),
  policy_versions: () => ({
    kind: 'terms',
    version: randomUUID(),
    published_at: new Date(),
    markdown: '',
  }),
  public_claims: () => ({ key: 'on-time' }),
  orders: () => ({
    id: randomUUID(),
    reference: randomUUID().slice(0, 13),
    idempotency_key: randomUUID(),
    request_hash: HASH,
    full_name: 'Murat Çetin',
    email: 'murat@example.com',
    service_type: 'Business Dashboards',
    project_description: 'x'.repeat(50),
    desired_features: ['API Integration'],
    estimated_budget: 'under-5k',
    target_timeline: '30-days',
    required_languages: ['Turkish'],
    terms_version: '2025-01',
    terms_accepted_at: new Date(),
  }),
  order_attachments: () => ({
    id: randomUUID(),
    form_key: randomUUID(),
    path: `order-attachments/${randomUUID()}.pdf`,
    original_name: 'brief.pdf',
    content_type: 'application/pdf',
    size_bytes: 10_485_760,
    sha256: HASH,
  }),
  contact_messages: () => ({
    id: randomUUID(),
    name: 'Gökçe Demir',
    email: 'gokce@example.com',
    message: 'x'.repeat(10),
  }),
  secret_keys: () => ({ name: 'track-key', fingerprint: HASH }),
  installation: () => ({ is_only: true }),
  mail_inboxes: () => ({ name: randomUUID() }),
  outbox_mails: () => ({ id: randomUUID(), kind: 'orders.new', recipient: 'team@example.com' }),
  admin_users: () => ({
    id: randomUUID(),
    username: randomUUID(),
    password_hash: 'hash',
    role: 'owner',
  }),
  admin_login_attempts: () => ({ username: 'admin', ip_address: '2001:db8::1', success: false }),
  contact_message_audit: () => ({ action: 'bulk_view', hash: HASH }),
  security_events: () => ({ event_type: 'ddos_block', ip_address: '192.0.2.1', threat_score: 70 }),
  ddos_request_logs: () => ({ ip_address: '192.0.2.1', endpoint: '/', response_status: 200 }),
  ip_security_rules: () => ({
    id: randomUUID(),
    ip_address: '192.0.2.0/24',
    rule_type: 'blacklist',
  }),
};

type Table = keyof typeof rows;

async function insert(db: Kysely<DB>, table: Table, changes: Row = {}): Promise<Row> {
  const row: Row = { ...rows[table](), ...changes };
  await sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})
  `.execute(db);
  return row;
}

const accepted: [Table, Row][] = [
  ...(Object.keys(rows) as Table[]).map((table): [Table, Row] => [table, {}]),
  ['testimonials', { rating: null }],
  ['testimonials', { rating: 1 }],
  ['blog_posts', { slug: '1' }],
  ['projects', { results: JSON.stringify(resultsOf(6)) }],
  ['orders', { project_description: 'ş'.repeat(10_000), full_name: 'Öz', phone: null }],
  [
    'orders',
    { status: 'in-progress', desired_features: ['API Integration', 'Database Management'] },
  ],
  ['contact_messages', { message: 'ğ'.repeat(5_000), status: 'responded' }],
  ['ip_security_rules', { ip_address: '2001:db8::1' }],
  ['ip_security_rules', { ip_address: '10.0.0.0/16' }],
  ['ip_security_rules', { ip_address: '10.0.0.0/8', rule_type: 'whitelist' }],
  ['security_events', { threat_score: 100 }],
];

/** Values that the constraint named after the table and each of the columns rejects. */
const rejectedValues: [table: Table, columns: string[], ...values: unknown[]][] = [
  ['testimonials', ['rating'], 0, 6],
  ['testimonials', ['client_name', 'quote'], ''],
  ['blog_posts', ['slug'], '', 'Upper', 'two--hyphens', '-edge', 'türk', 'line\n'],
  ['blog_posts', ['title', 'excerpt', 'content', 'author', 'category'], ''],
  ['blog_posts', ['reading_time'], 0],
  ['faqs', ['question', 'answer', 'category'], ''],
  ['faqs', ['sort_order'], -1],
  ['policy_versions', ['kind'], 'imprint'],
  ['policy_versions', ['version'], ''],
  ['public_claims', ['key'], 'On Time'],
  ['public_claims', ['mode'], 'hide'],
  ['public_claims', ['review_by'], '2026-01-01'],
  ['public_claims', ['shown'], '[]'],
  ['projects', ['title', 'short_description'], ''],
  ['projects', ['tech_stack'], ['React', null]],
  ['projects', ['results'], ...wrongResults.map((results) => JSON.stringify(results))],
  ['clients', ['name'], ''],
  ['team_members', ['name', 'role'], ''],
  ['team_members', ['sort_order'], -1],
  ['orders', ['full_name'], 'M', 'M'.repeat(201)],
  ['orders', ['email'], 'nobody', `${'a'.repeat(250)}@b.cd`],
  ['orders', ['phone'], '1'.repeat(41)],
  ['orders', ['company'], 'c'.repeat(201)],
  ['orders', ['status'], 'Gardening'],
  ['orders', ['project_description'], 'x'.repeat(49), 'x'.repeat(10_001)],
  ['orders', ['file_urls'], Array.from({ length: 11 }, () => 'a')],
  ['orders', ['request_hash'], Buffer.alloc(31)],
  ['order_attachments', ['path'], '../secret'],
  ['order_attachments', ['content_type', 'status'], 'text/html'],
  ['order_attachments', ['size_bytes'], 0, 10_485_761],
  ['order_attachments', ['original_name'], ''],
  ['order_attachments', ['sha256'], Buffer.alloc(20)],
  ['contact_messages', ['name', 'email', 'status', 'data_classification'], '@'],
  ['contact_messages', ['message'], 'x'.repeat(9), 'x'.repeat(5_001)],
  ['contact_messages', ['access_count'], -1],
  ['mail_inboxes', ['name'], ''],
  ['mail_inboxes', ['last_error'], 'x'.repeat(1_001)],
  ['outbox_mails', ['status', 'transport'], 'pigeon'],
  ['outbox_mails', ['payload', 'message_id'], '[]'],
  ['admin_users', ['username', 'role'], ' admin'],
  ['admin_users', ['email', 'display_name'], ''],
  ['contact_message_audit', ['action'], 'delete'],
  ['installation', ['is_only'], false],
  ['secret_keys', ['name'], 'other-key'],
  ['secret_keys', ['fingerprint'], Buffer.alloc(31)],
  ['security_events', ['threat_score'], 101, -1],
  ['security_events', ['reasons'], '{}'],
  ['ddos_request_logs', ['endpoint'], '/'.repeat(201)],
  ['ddos_request_logs', ['weight'], 0],
  ['ip_security_rules', ['rule_type'], 'grey'],
];
const ATTESTED = { attested_on: '2026-01-01' };

const rejected: [Table, Row, string][] = [
  ...rejectedValues.flatMap(([table, columns, ...values]) =>
    columns.flatMap((column) =>
      values.map((value): [Table, Row, string] => [
        table,
        { [column]: value },
        `${table}_${column}`,
      ]),
    ),
  ),
  ['public_claims', { ...ATTESTED, evidence: 'x'.repeat(2_001) }, 'public_claims_evidence'],
  ['public_claims', { ...ATTESTED, evidence_url: 'x'.repeat(501) }, 'public_claims_evidence_url'],
  ['public_claims', ATTESTED, 'public_claims_attested'],
  ['public_claims', { evidence: 'A list' }, 'public_claims_attested'],
  ['public_claims', { measured_value: 1 }, 'public_claims_measured'],
  ['order_attachments', { status: 'claimed' }, 'order_attachments_claim'],
  ['contact_messages', { idempotency_key: randomUUID() }, 'contact_messages_idempotency'],
  ['mail_inboxes', { last_uid: 1 }, 'mail_inboxes_position'],
  ['outbox_mails', { status: 'bounced' }, 'outbox_mails_bounced'],
  ['admin_users', { totp_confirmed_at: new Date() }, 'admin_users_totp'],
  ['ip_security_rules', { ip_address: '10.0.0.0/15' }, 'ip_security_rules_blocked_range'],
  ['ip_security_rules', { ip_address: '2000::/31' }, 'ip_security_rules_blocked_range'],
];

describe('constraints', () => {
  it.for(accepted)('%s accepts %o', async ([table, changes], { db }) => {
    await expect(insert(db, table, changes)).resolves.toBeDefined();
  });

  it.for(rejected)('%s rejects %o', async ([table, changes, constraint], { db }) => {
    await expect(insert(db, table, changes)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('let a slug be used again only after its post was deleted', async ({ db }) => {
    const { slug } = await insert(db, 'blog_posts');
    const repeated = insert(db, 'blog_posts', { slug });
    await expect(repeated).rejects.toMatchObject({ constraint: 'blog_posts_slug_key' });
    await updateRows(db, 'blogPosts', { slug: String(slug) }, { deletedAt: new Date() });
    await expect(insert(db, 'blog_posts', { slug })).resolves.toBeDefined();
  });

  it.for<[table: Table, column: string, value: string, repeated?: string]>([
    ['orders', 'idempotency_key', randomUUID()],
    ['orders', 'reference', 'VT-REPEATED'],
    ['order_attachments', 'path', `order-attachments/${randomUUID()}.pdf`],
    ['admin_users', 'username', 'Ilker', 'iLKER'],
  ])('keep %s.%s unique', async ([table, column, value, repeated = value], { db }) => {
    await insert(db, table, { [column]: value });
    const again = insert(db, table, { [column]: repeated });
    await expect(again).rejects.toMatchObject({ constraint: `${table}_${column}_key` });
  });
});

describe('site settings', () => {
  it('are one row with the defaults of the product', async ({ db }) => {
    const { updatedAt: _, ...defaults } = DEFAULT_SITE_SETTINGS;
    const settings = await db.selectFrom('siteSettings').selectAll().execute();
    const policies = { termsOfService: '', privacyPolicy: '' };
    const reviews = { termsReviewed: false, privacyReviewed: false };
    expect(settings).toEqual([
      { ...defaults, ...policies, ...reviews, id: SITE_SETTINGS_ID, updatedAt: expect.any(Date) },
    ]);
  });

  const malformedHours = [
    { timeZone: 3 },
    { promisedMinutes: 0 },
    { week: { mon: [] } },
    { exceptions: [{}] },
    { week: { ...DEFAULT_OFFICE_HOURS.week, mon: ['9-17'] } },
  ];
  const wrongHours = [
    { timeZone: 'No zone' },
    { promisedMinutes: 1.5 },
    withMonday('25:00', '26:00'),
    withMonday('18:00', '09:00'),
    withMonday('24:00', '24:00'),
    withException('2026-13-01'),
    withException('2026-12-31'),
    { week: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } },
  ];
  it.for<[columns: string[], values: unknown[], constraint?: string]>([
    [['id'], [randomUUID()], 'single_row'],
    [['header_logo_width', 'footer_logo_height'], [9]],
    [['header_logo_height', 'footer_logo_width'], [501]],
    [['header_logo_alt', 'footer_logo_alt', 'maintenance_message', 'copyright_text'], ['']],
    [['social_links'], ['[]']],
    [['office_hours'], ['[]', ...malformedHours.map(officeHours)]],
    [['office_hours'], wrongHours.map(officeHours), 'office_hours_values'],
    [['social_links'], ['{"twitter": 5}'], 'social_link_texts'],
    [['privacy_policy'], ['a'.repeat(50_001)], 'text_lengths'],
    [['header_logo_alt'], ['a'.repeat(201)], 'text_lengths'],
  ])('reject in %s: %o', async ([columns, values, constraint], { db }) => {
    for (const column of columns) {
      for (const value of values) {
        const update = sql`update site_settings set ${sql.ref(column)} = ${value}`.execute(db);
        const error = { code: '23514', constraint: `site_settings_${constraint ?? column}` };
        await expect(update, String(value)).rejects.toMatchObject(error);
      }
    }
  });

  it('get a later update time by every change, also within one millisecond', async ({ db }) => {
    const times: number[] = [];
    await db.transaction().execute(async (tx) => {
      for (const maintenanceMode of [true, false, true, false]) {
        await updateRows(tx, 'siteSettings', {}, { maintenanceMode });
        times.push((await readRow(tx, 'siteSettings', ['updatedAt'])).updatedAt.getTime());
      }
    });
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times).toHaveLength(4);
  });
});

describe('the audit table', () => {
  it.for([
    'update contact_message_audit set search_query = null',
    'delete from contact_message_audit where false',
    'truncate contact_message_audit cascade',
  ])('rejects: %s', async (statement, { db }) => {
    await insert(db, 'contact_message_audit');
    const before = await countAuditRows(db);
    const change = sql.raw(statement).execute(db);
    await expect(change).rejects.toThrow('contact_message_audit accepts inserts only');
    expect(await countAuditRows(db)).toBe(before);
  });

  it('keeps the entries of a message and an administrator that are gone', async ({ db }) => {
    const message = await insert(db, 'contact_messages');
    const admin = await insert(db, 'admin_users');
    await insert(db, 'contact_message_audit', { message_id: message.id, admin_user_id: admin.id });
    const before = await countAuditRows(db);
    await sql`delete from contact_messages where id = ${message.id}`.execute(db);
    await sql`delete from admin_users where id = ${admin.id}`.execute(db);
    expect(await countAuditRows(db)).toBe(before);
  });

  async function countAuditRows(db: Kysely<DB>): Promise<number> {
    return (await readRows(db, 'contactMessageAudit', ['id'])).length;
  }
});

describe('search', () => {
  async function fold(db: Kysely<DB>, text: string): Promise<string | undefined> {
    const folding = sql<{ folded: string }>`select fold_search_text(${text}) as folded`;
    return (await folding.execute(db)).rows[0]?.folded;
  }

  it.for([
    ['İSTANBUL', 'istanbul'],
    ['istanbul', 'istanbul'],
    ['ISTANBUL', 'istanbul'],
    ['ıstanbul', 'istanbul'],
    ['İSTANBUL'.toLowerCase(), 'istanbul'],
    ['I\u0307stanbul', 'istanbul'],
    ['ŞİŞLİ', 'sisli'],
    ['Çağrı ĞÜNGÖR', 'cagri gungor'],
    ['Gu\u0308lsu\u0308m', 'gulsum'],
    ['kâğıt KÂĞIT', 'kagit kagit'],
    ['École ñandú', 'ecole nandu'],
    ['50%_\\', '50%_\\'],
    ['Straße ŁÓDŹ Næss', 'strasse lodz naess'],
    ['أحمد إبراهيم فاطمة', 'احمد ابراهيم فاطمه'],
    ['مُحَمَّد عـلى', 'محمد علي'],
    ['\u202a+٩٠ ۳۱۲\u202c', '+90 312'],
  ] as const)('folds %s to %s', async ([text, folded], { db }) => {
    expect(await fold(db, text)).toBe(folded);
  });

  it('sorts no more combining marks than any language has in a row', async ({ db }) => {
    // Without a bound this takes 30 s; what is stored is asked for, not how long it took.
    const marks = '\u0345\u035d\u0315\u0301'.split('').map((mark) => mark.repeat(9_000));
    const text = `word a${marks.join('')} word`;
    expect(await fold(db, text)).toBe('word a word');
    const row = await insert(db, 'contact_messages', { message: text.slice(0, 5_000) });
    const { rows: found } = await sql`
      select length(search_text) < 100 as is_short from contact_messages where id = ${row.id}
    `.execute(db);
    expect(found).toEqual([{ isShort: true }]);
    // Accepted text is stored in full.
    const taken = `${'a\u0345\u035d\u0315\u0301\u0323'.repeat(5)}${'b'.repeat(10)}${'\u0323'.repeat(30)} ÇAĞRI`;
    expect(await fold(db, taken)).toBe(`aaaaa${'b'.repeat(10)} cagri`);
  });

  it.for([
    ['full_name', 'Işıl Özgür', 'ISIL OZGUR'],
    ['email', 'Isil@Example.com', 'isil@example'],
    ['company', 'Çınar İnşaat', 'cinar insaat'],
    ['phone', '+90 312 555', '312 555'],
    ['service_type', 'Mapping & Location Apps', 'mapping'],
    ['project_description', `Yüklerimizi izlemek istiyoruz ${'x'.repeat(40)}`, 'YÜKLERİMİZİ'],
  ] as const)('finds an order by its %s', async ([column, value, term], { db }) => {
    const { id } = await insert(db, 'orders', { [column]: value });
    const { rows: found } = await sql`
      select id from orders
      where id = ${id} and search_text like '%' || fold_search_text(${term}) || '%'
    `.execute(db);
    expect(found).toEqual([{ id }]);
  });

  const words = hasWords('Çınar Kaya', sql.ref('search_text'));
  it.for([
    ['orders', 'orders_search_text_idx', words],
    ['contact_messages', 'contact_messages_search_text_idx', words],
    ['orders', 'orders_phone_end_idx', hasPhone('0312 000 00 01', sql.ref('phone'))],
  ] as const)('of %s uses %s', async ([table, index, condition], { db }) => {
    const lines = await db.connection().execute(async (connection) => {
      await sql`set enable_seqscan = off`.execute(connection);
      const { rows: plan } = await sql<Record<string, string>>`
        explain select id from ${sql.table(table)} where ${condition}
      `.execute(connection);
      await sql`reset enable_seqscan`.execute(connection);
      return plan.flatMap((row) => Object.values(row));
    });
    expect(lines.join('\n')).toContain(index);
  });
});

describe('defaults', () => {
  it('keep a message for two years as confidential', async ({ db }) => {
    const { id } = await insert(db, 'contact_messages');
    const { rows: result } = await sql`
      select status, data_classification, access_count, is_suspect,
        retention_expires_at = created_at + interval '2 years' as two_years
      from contact_messages where id = ${id}
    `.execute(db);
    const handling = { dataClassification: 'confidential', accessCount: 0, twoYears: true };
    expect(result).toEqual([{ status: 'new', isSuspect: false, ...handling }]);
  });

  it('keep request logs without a partition of their day', async ({ db }) => {
    await insert(db, 'ddos_request_logs', { created_at: '2024-05-05T10:00:00Z' });
    await sql`
      create table ddos_request_logs_20240506 partition of ddos_request_logs
      for values from ('2024-05-06T00:00:00Z') to ('2024-05-07T00:00:00Z')
    `.execute(db);
    await insert(db, 'ddos_request_logs', { created_at: '2024-05-06T10:00:00Z' });
    const { rows: result } = await sql`
      select tableoid::regclass::text as partition, weight from ddos_request_logs
      where created_at < '2024-06-01' order by created_at
    `.execute(db);
    expect(result).toEqual([
      { partition: 'ddos_request_logs_default', weight: 1 },
      { partition: 'ddos_request_logs_20240506', weight: 1 },
    ]);
  });
});
