import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type SentResponse,
  expectNoInside,
  expectRejection,
  MULTIPART,
  multipart,
  send,
  sendRaw,
} from '#tests/faults/faults.ts';
import {
  attackBuiltSite,
  JSON_TYPE,
  leaving,
  leavingNothing,
  ORDER,
  site,
  URL_ENCODED,
} from './attacked-site.ts';

const MEGABYTE = 1024 * 1024;

attackBuiltSite();

type Values = Record<string, unknown>;

const MESSAGE: Values = {
  name: 'Gökçe Demir',
  email: 'gokce@example.com',
  message: 'Could we meet on Tuesday to talk about an invoicing tool?',
};

function nest(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

// `undefined` leaves the field out.
const WRONG_TYPES: [string, unknown][] = [
  ['a number', 42],
  ['a boolean', false],
  ['a list', ['Özlem']],
  ['an empty list', []],
  ['an object', { length: 20 }],
  ['a deep nest', nest(1_000)],
];
const MISSING: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
];
const BAD_STRINGS: [string, unknown][] = [
  ['a NUL', `${'a'.repeat(60)}\0b`],
  ['a lone surrogate', `${'a'.repeat(60)}\ud800`],
  ['an escape character', `${'a'.repeat(60)}\u001b[31m`],
  ['1 MB', 'a'.repeat(MEGABYTE)],
];

function textFaults({ min, max }: { min: number; max: number }): [string, unknown][] {
  const required: [string, unknown][] = [
    ...MISSING,
    ['an empty text', ''],
    ['blanks', ' '.repeat(min)],
    ['too few characters', 'a'.repeat(Math.max(min - 1, 0))],
  ];
  return [
    ...WRONG_TYPES,
    ...BAD_STRINGS,
    ...(min === 0 ? [] : required),
    ['one character too many', 'a'.repeat(max + 1)],
    ['one emoji too many', '😀'.repeat(max + 1)],
  ];
}

function choiceFaults(other: unknown): [string, unknown][] {
  return [
    ...MISSING,
    ...WRONG_TYPES,
    ...BAD_STRINGS,
    ['an empty text', ''],
    ['an unknown choice', 'Something else'],
    ['the choice in other case', String(other).toUpperCase()],
    ['a name that every object has', 'constructor'],
  ];
}

function listFaults(known: string): [string, unknown][] {
  return [
    ...MISSING,
    ...WRONG_TYPES.filter(([name]) => name !== 'a list'),
    ['a text', known],
    ['an unknown choice', ['Something else']],
    ['a list of null', [null]],
    ['a list of lists', [[known]]],
    ['a known and an unknown choice', [known, 'toString']],
    ['a choice with a NUL', [`${known}\0`]],
    ['more choices than there are', Array.from({ length: 41 }, () => known)],
    ['a huge list', Array.from({ length: 15_000 }, () => 1)],
  ];
}

const EMAIL_FAULTS: [string, unknown][] = [
  ...MISSING,
  ...WRONG_TYPES,
  ...BAD_STRINGS,
  ['an empty text', ''],
  ['no at sign', 'ozlem.example.com'],
  ['two addresses', 'ozlem@example.com,murat@example.com'],
  ['a header', 'ozlem@example.com\r\nbcc: murat@example.com'],
  ['a display name', 'Murat <murat@example.com>'],
  ['255 characters', emailOf(255)],
];

function emailOf(length: number): string {
  const domain = `${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.example.com`;
  return `${'m'.repeat(length - domain.length - 1)}@${domain}`;
}

const ORDER_FAULTS: Record<string, [string, unknown][]> = {
  fullName: textFaults({ min: 2, max: 200 }),
  email: EMAIL_FAULTS,
  phone: textFaults({ min: 0, max: 40 }),
  company: textFaults({ min: 0, max: 200 }),
  serviceType: choiceFaults('Business Dashboards'),
  projectDescription: textFaults({ min: 50, max: 10_000 }),
  desiredFeatures: listFaults('User Authentication'),
  estimatedBudget: choiceFaults('15k-50k'),
  targetTimeline: choiceFaults('60-days'),
  requiredLanguages: listFaults('English'),
  termsAccepted: [
    ...MISSING,
    ['false', false],
    ['a text', 'true'],
    ['one', 1],
    ['a list', [true]],
    ['an object', {}],
  ],
  fileUrls: [
    ['null', null],
    ['a text', 'order-attachments/a.pdf'],
    ['a number', 1],
    ['a list of null', [null]],
    ['a path upwards', ['order-attachments/../../etc/passwd']],
    ['an absolute path', ['/etc/passwd']],
    ['a path with a NUL', ['order-attachments/a.pdf\0']],
    ['a file that is not there', ['order-attachments/1741064767089-abc.pdf']],
    ['one file twice', ['order-attachments/a.pdf', 'order-attachments/a.pdf']],
    ['11 files', Array.from({ length: 11 }, (_, index) => `order-attachments/${index}.pdf`)],
    ['a huge list', Array.from({ length: 10_000 }, (_, index) => index)],
  ],
};

const MESSAGE_FAULTS: Record<string, [string, unknown][]> = {
  name: textFaults({ min: 2, max: 200 }),
  email: EMAIL_FAULTS,
  message: textFaults({ min: 10, max: 5_000 }),
};

const CALLS = [
  { path: '/api/submit-order', valid: ORDER, faults: ORDER_FAULTS },
  { path: '/api/contact-messages', valid: MESSAGE, faults: MESSAGE_FAULTS },
];

function postJson(path: string, body: unknown, key: string = randomUUID()): Promise<SentResponse> {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return send(site.port, { path, headers: [JSON_TYPE, ['idempotency-key', key]], body: text });
}

describe.each(CALLS)('POST $path', ({ path, valid, faults }) => {
  const cases = Object.entries(faults).flatMap(([field, values]) =>
    values.map(([name, value]) => ({ field, name, value })),
  );

  it.each(cases)('refuses $name as $field', async ({ field, value }) => {
    const response = await leavingNothing(() => postJson(path, { ...valid, [field]: value }));
    expectRejection(response, JSON.stringify(value ?? null).length > 60_000 ? 413 : 400);
    if (response.status === 400) {
      expect(Object.keys(JSON.parse(response.body).error.fields)).toEqual([field]);
    }
  });

  const text = JSON.stringify(valid);
  const wideBytes = Buffer.byteLength(text) - text.length;
  const bodies: [string, string | Buffer, number][] = [
    ['nothing', '', 400],
    ['truncated JSON', text.slice(0, -1), 400],
    ['JSON with something behind it', `${text}{}`, 400],
    ['a byte order mark only', '\ufeff', 400],
    ['JSON with comments', `/* a */${text}`, 400],
    ['null', 'null', 400],
    ['a text', '"text"', 400],
    ['a number', '1e999', 400],
    ['a list', `[${text}]`, 400],
    ['an unknown field', text.replace('{', '{"isAdmin":true,'), 400],
    ['an unknown field that every object has', text.replace('{', '{"toString":"x",'), 400],
    ['a column of the table', text.replace('{', '{"status":"completed",'), 400],
    ['__proto__', text.replace('{', '{"__proto__":{"isSuspect":false},'), 400],
    ['an escaped __proto__', text.replace('{', String.raw`{"\u005f_proto__":1,`), 400],
    ['constructor', text.replace('{', '{"constructor":{"prototype":{"a":1}},'), 400],
    ['prototype', text.replace('{', '{"prototype":{},'), 400],
    ['20,000 open lists', '['.repeat(20_000), 400],
    ['20,000 nested lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
    ['10,000 nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 400],
    [
      '5,000 unknown fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [at, 1]))),
      400,
    ],
    ['one byte more than 64 KiB', text.padEnd(64 * 1024 + 1 - wideBytes), 413],
    ['16 MB', Buffer.alloc(16 * MEGABYTE, 0x20), 413],
    ['invalid UTF-8', Buffer.from(text.replace('Ö', 'x').replace(/e"/, '\xff"'), 'latin1'), 400],
    ['a lone surrogate as bytes', bytesWith(text, [0xed, 0xa0, 0x80]), 400],
    ['an overlong NUL', bytesWith(text, [0xc0, 0x80]), 400],
    ['UTF-16', Buffer.from(text, 'utf16le'), 400],
    ['a gzip file', gzipSync(text), 400],
  ];

  it.each(bodies)('refuses a body of %s', async (_, body, status) => {
    expectRejection(await leavingNothing(() => postJson(path, body)), status);
  });

  it('reports an unknown field by its name, whatever that is', async () => {
    const response = await postJson(path, text.replace('{', '{"toString":"x","hasOwnProperty":1,'));
    const names = ['toString', 'hasOwnProperty'];
    expect(Object.keys(JSON.parse(response.body).error.fields)).toEqual(names);
  });

  const types: [string, (readonly [string, string])[]][] = [
    ['no type', []],
    ['text/plain', [['content-type', 'text/plain']]],
    ['a form', [URL_ENCODED]],
    ['multipart', [MULTIPART]],
    ['application/jsonp', [['content-type', 'application/jsonp']]],
    ['another charset', [['content-type', 'application/json; charset=iso-8859-9']]],
    ['an odd type', [['content-type', ';;;=,']]],
    ['gzip', [JSON_TYPE, ['content-encoding', 'gzip']]],
    ['identity and gzip', [JSON_TYPE, ['content-encoding', 'identity, gzip']]],
  ];

  it.each(types)('refuses a body sent as %s', async (name, headers) => {
    const body = name.includes('gzip') ? gzipSync(text) : text;
    const key = ['idempotency-key', randomUUID()] as const;
    const sending = () => send(site.port, { path, headers: [...headers, key], body });
    expectRejection(await leavingNothing(sending), 415);
  });

  const keys: [string, ...values: string[]][] = [
    ['no UUID', 'order-1'],
    ['nothing', ''],
    ['a list', `${randomUUID()}, ${randomUUID()}`],
    ['two headers', randomUUID(), randomUUID()],
    ['10 kB', 'a'.repeat(10_000)],
    ['a UUID with a tail', `${randomUUID()}'--`],
    ['bytes above ASCII', 'Ö'.repeat(18)],
  ];

  it.each(keys)('refuses an Idempotency-Key of %s', async (_, ...values) => {
    const headers = [JSON_TYPE, ...values.map((value) => ['idempotency-key', value] as const)];
    const response = await leavingNothing(() => send(site.port, { path, headers, body: text }));
    expectRejection(response, 400);
    expect(Object.keys(JSON.parse(response.body).error.fields)).toEqual(['idempotency-key']);
  });

  it('takes the last of two equal names, as JSON.parse does', async () => {
    const response = await postJson(path, text.replace('{', '{"email":["x"],'));
    expect(response.status).toBe(201);
  });

  it('never answers 5xx to random JSON', async () => {
    const names = [...Object.keys(valid), 'fileUrls', '__proto__', 'x'];
    const field = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom(...Object.values(valid)),
    );
    const body = fc
      .array(fc.tuple(fc.constantFrom(...names), field), { maxLength: 14 })
      .map((entries) => ({ ...valid, ...Object.fromEntries(entries) }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(body, fc.jsonValue()), async (value) => {
        const response = await postJson(path, JSON.stringify(value));
        if (response.status !== 201) expectRejection(response);
      }),
      { numRuns: 80 },
    );
  });
});

function bytesWith(text: string, bytes: number[]): Buffer {
  const whole = Buffer.from(text);
  const at = whole.indexOf('example.com');
  return Buffer.concat([whole.subarray(0, at), Buffer.from(bytes), whole.subarray(at)]);
}

describe.each(Object.entries({ plain: 'a', emoji: '😀' }))('the most %s letters', (_, letter) => {
  it('are taken in an order', async () => {
    const values = {
      fullName: letter.repeat(200),
      email: emailOf(254),
      phone: letter.repeat(40),
      company: letter.repeat(200),
      projectDescription: letter.repeat(10_000),
    };
    expect((await postJson('/api/submit-order', { ...ORDER, ...values })).status).toBe(201);
    expect((await postPage('/order', { ...ORDER, ...values }, 'multipart')).status).toBe(303);
    const rows = site.db.selectFrom('orders').selectAll().orderBy('id', 'desc').limit(2);
    expect(await rows.execute()).toMatchObject([values, values]);
  });

  it('are taken in a message', async () => {
    const values = { name: letter.repeat(200), email: emailOf(254), message: letter.repeat(5_000) };
    expect((await postJson('/api/contact-messages', values)).status).toBe(201);
    expect((await postPage('/contact', values, 'urlencoded')).status).toBe(303);
    const rows = site.db.selectFrom('contactMessages').selectAll().orderBy('id', 'desc').limit(2);
    expect(await rows.execute()).toMatchObject([values, values]);
  });
});

type Encoding = 'urlencoded' | 'multipart';

function pairsOf(values: Values): [string, string][] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [value]
          .flat(9)
          .map((entry): [string, string] => [
            name,
            typeof entry === 'string' ? entry : JSON.stringify(entry),
          ]),
  );
}

function encodeForm(values: Values, encoding: Encoding): string | Buffer {
  if (encoding === 'urlencoded') return new URLSearchParams(pairsOf(values)).toString();
  return multipart(pairsOf(values).map(([name, value]) => ({ name, value })));
}

const TYPES = { urlencoded: URL_ENCODED, multipart: MULTIPART };

function postPage(path: string, values: Values, encoding: Encoding): Promise<SentResponse> {
  const body = encodeForm(values, encoding);
  return send(site.port, { path, headers: [TYPES[encoding]], body });
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Asserts a whole page that rejects a form: readable, and saying nothing about the inside. */
function expectRejectionPage(response: SentResponse, status?: number): void {
  if (status === undefined) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
  } else expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.body).toMatch(/<h1[ >]/);
  expect(response.body).toContain('<header');
  expect(response.body).toContain('</html>');
  expectNoInside(response);
}

const FREE_FIELDS = ['fullName', 'email', 'phone', 'company', 'projectDescription'];
const CHOICES = new Set(Object.keys(ORDER).filter((name) => !FREE_FIELDS.includes(name)));

function expectCached(response: SentResponse, values: Values): void {
  for (const [name, text] of pairsOf(values)) {
    const escaped = escapeHtml(text);
    const isCached =
      response.body.includes(`value="${escaped}"`) ||
      response.body.includes(`>${escaped}</textarea>`) ||
      response.body.includes(`>\n${escaped}</textarea>`);
    expect(isCached, `${name}: ${text.slice(0, 80)}`).toBe(true);
    const tags = response.body.match(/<input[^>]*>/g) ?? [];
    const tag = tags.find(
      (text_) => text_.includes(`name="${name}"`) && text_.includes(`value="${escaped}"`),
    );
    if (CHOICES.has(name)) expect(tag, `${name}: ${text}`).toContain('checked=""');
  }
}

// A form sends text only: values without a text form are left out here.
const isFormValue = (value: unknown) =>
  value === undefined || value === null || typeof value === 'string' || Array.isArray(value);

const NOT_SENT =
  /^(?:a list(?: of lists)?|a text|an empty list|a deep nest|a huge list|a lone surrogate)$/;

const FORMS: { path: string; encoding: Encoding; valid: Values; faults: typeof ORDER_FAULTS }[] = [
  { path: '/order', encoding: 'multipart', valid: ORDER, faults: ORDER_FAULTS },
  { path: '/contact', encoding: 'urlencoded', valid: MESSAGE, faults: MESSAGE_FAULTS },
];

describe.each(FORMS)('the form of $path without scripts', ({ path, encoding, valid, faults }) => {
  const isSent = ([name, value]: [string, unknown]) => isFormValue(value) && !NOT_SENT.test(name);
  const cases = Object.entries(faults).flatMap(([field, values]) =>
    field === 'fileUrls'
      ? []
      : values.filter(isSent).map(([name, value]) => ({ field, name, value })),
  );

  it.each(cases)('says what is wrong with $name as $field', async ({ field, value }) => {
    const values = { ...valid, [field]: value };
    const response = await leavingNothing(() => postPage(path, values, encoding));
    if (JSON.stringify(value ?? null).length > 60_000) return expectRejectionPage(response, 413);
    expectRejectionPage(response, 400);
    expect(response.body).toContain('There is a problem');
    expect(response.body).toMatch(/<title>Error: /);
    const { [field]: _, ...others } = valid;
    expectCached(response, others);
    if (
      typeof value === 'string' &&
      !/[\0\r]/.test(value) &&
      faults[field]?.[0]?.[0] !== 'nothing'
    ) {
      expectCached(response, { [field]: value });
    }
  });

  const isMultipart = encoding === 'multipart';
  const [own, other] = isMultipart ? [MULTIPART, URL_ENCODED] : [URL_ENCODED, MULTIPART];
  const [asText, asParts] = [
    String(encodeForm(valid, 'urlencoded')),
    encodeForm(valid, 'multipart'),
  ];
  const plain = pairsOf(valid).map((pair) => pair.join('='));
  const emptyFields = Array.from({ length: 1_000 }, () => ({ name: 'x', value: '' }));
  const field = (value: Buffer) => multipart([{ name: 'fullName', value }]);
  const bodies: [string, string | Buffer, readonly [string, string]][] = [
    ['nothing', '', own],
    ['the other encoding', isMultipart ? asText : asParts, other],
    ['JSON', JSON.stringify(valid), JSON_TYPE],
    ['plain text', plain.join('\r\n'), ['content-type', 'text/plain']],
    ['a truncated form', asParts.slice(0, -10), MULTIPART],
    ['a form without its boundary', asParts, ['content-type', 'multipart/form-data']],
    ['a gzip file', gzipSync(encodeForm(valid, encoding)), own],
    ['16 MB of fields', field(Buffer.alloc(16 * MEGABYTE, 0x61)), MULTIPART],
    ['16 MB of text', Buffer.alloc(16 * MEGABYTE, 0x61), URL_ENCODED],
    ['1,000 fields', multipart(emptyFields), MULTIPART],
    ['invalid UTF-8', field(Buffer.from([0xff, 0xfe])), MULTIPART],
    ['invalid UTF-8 as such', Buffer.from('name=%C3%96\xff', 'latin1'), URL_ENCODED],
    ['escaped invalid UTF-8', `${asText}%FF`, URL_ENCODED],
    ['an escaped lone surrogate', `${asText}%ED%A0%80`, URL_ENCODED],
  ];

  it.each(bodies)('refuses %s', async (_, body, type) => {
    const response = await leavingNothing(() => send(site.port, { path, headers: [type], body }));
    expectRejectionPage(response);
  });

  it('ignores unknown names, also those that every object has', async () => {
    const ofObjects = { __proto__x: 'a', constructor: 'b', toString: 'c' };
    const odd = { ...ofObjects, status: 'completed', isSuspect: 'true' };
    const response = await postPage(path, { ...valid, ...odd, ['__proto__']: 'd' }, encoding);
    expect(response.status).toBe(303);
  });

  it('shows markup in an entry as text', async () => {
    const name = path === '/order' ? 'fullName' : 'name';
    const markup = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const response = await postPage(path, { ...valid, [name]: markup, email: 'wrong' }, encoding);
    expectRejectionPage(response, 400);
    expect(response.body).not.toContain('<script>alert');
    expect(response.body).not.toContain('<img src=x');
    expectCached(response, { [name]: markup });
  });

  it('answers a form that was sent twice at once with one lead', async () => {
    const values = { ...valid, email: `twice-${randomUUID()}@example.com` };
    const one = path === '/order' ? { orders: 1 } : { messages: 1 };
    const responses = await leaving(one, () =>
      Promise.all([1, 2, 3, 4].map(() => postPage(path, values, encoding))),
    );
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    const leadsTo = responses.map(({ headers }) => String(headers.get('location')));
    // The first one gets the link of its own page; a repetition proves too little (decision 040).
    const [ownPages, thanks] = [true, false].map((isOwn) =>
      leadsTo.filter((location) => location.startsWith('/track/') === isOwn),
    );
    expect(ownPages).toHaveLength(1);
    expect(new Set(thanks).size).toBe(1);
  });

  it('never answers 5xx to random fields', async () => {
    const others = ['formKey', 'storedFile', 'removeFile', 'leaveBlank', 'files'];
    const names = [...Object.keys(valid), ...others];
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json(),
      fc.constantFrom(...pairsOf(valid).map(([, text]) => text), randomUUID()),
      fc.constant(JSON.stringify({ path: 'order-attachments/a.pdf', name: 'a.pdf', size: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 20 }),
        async (pairs) => {
          const body = isMultipart
            ? multipart(pairs.map(([name, text]) => ({ name, value: text })))
            : new URLSearchParams(pairs).toString();
          const response = await send(site.port, { path, headers: [own], body });
          if (response.status !== 303) expectRejectionPage(response);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Parts of paths and queries that mean something to the site. */
const PIECES = [
  ...'/ /api/ blog portfolio .data ? & index order contact share/ page/ home .png .. //'.split(' '),
  ...'media/ sitemap.xml admin %2e %E4%B8%AD %C3%B6 root routes/site/blog'.split(' '),
  ...'_routes= category= submitted= sent=1'.split(' '),
];

describe('GET', () => {
  const limits = '0 -1 1e9 abc NaN 101 1.5 0x10 %D9%A3 1%00 %201'.split(' ');
  it.each([
    ...[...limits, '', '9'.repeat(400)].map((limit) => `/api/blog-posts?limit=${limit}`),
    `/api/blog-posts?category=${'c'.repeat(201)}`,
    '/api/blog-posts?category=%00',
    `/api/projects?category=${'c'.repeat(8_000)}`,
    '/api/projects?category=a%00b',
  ])('%s is refused', async (path) => {
    expectRejection(await send(site.port, { method: 'GET', path }), 400);
  });

  it.each([
    '/api/blog-posts?category=%FF%FE',
    '/api/blog-posts?category=%ED%A0%80',
    '/api/blog-posts?category=%',
    "/api/blog-posts?category='%20or%201=1--",
    '/api/blog-posts?limit=3&limit=NaN',
    '/api/blog-posts?__proto__=1&constructor=2',
    `/api/projects?category=${encodeURIComponent('😀'.repeat(100))}`,
    '/api/projects?category[]=a&category[$ne]=b',
  ])('%s is a list', async (path) => {
    const response = await send(site.port, { method: 'GET', path });
    expect(response.status).toBe(200);
    expect(Array.isArray(JSON.parse(response.body))).toBe(true);
  });

  const odd = [
    ...Array.from('!$&()*+,;=:@~\'"<>\\^`{|}[]#? \t\u00a0', (character) => character),
    ...'ö 😀 \u202e \u0085 . .. ... - -- 1 null undefined NaN'.split(' '),
    ..."constructor __proto__ toString ${7*7} {{7*7}} 1'or'1'='1".split(' '),
    '1;drop table orders',
    ...'% %00 %0a %2f %2e%2e%2f %c0%80 %ed%a0%80 %u0041'.split(' '),
    'a'.repeat(600),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'G0000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-0000000000000',
  ];
  const spellings = [
    ...new Set(
      odd.flatMap((text) => [encodeURIComponent(text), `a${encodeURIComponent(text)}b`, text]),
    ),
  ];

  it.each(['/api/blog-posts/', '/api/projects/', '/api/', '/api/site-settings/'])(
    '%s with odd names is refused',
    async (base) => {
      for (const spelling of spellings) {
        const response = await send(site.port, { method: 'GET', path: `${base}${spelling}` });
        // A question mark alone leaves the address of the list.
        if (response.status === 200 || response.status === 308)
          expect(spelling).toMatch(/^[?#]|^\.?$/);
        else expectRejection(response);
      }
    },
  );

  const bases = '/ /blog/ /portfolio/ /project/ /share/post/ /share/ /media/ /admin/ /assets/';
  it.each(bases.split(' '))('page %s with odd names never fails', async (base) => {
    for (const spelling of spellings) {
      const response = await send(site.port, { method: 'GET', path: `${base}${spelling}` });
      const shown = `${base}${spelling}: ${response.body.slice(0, 300)}`;
      expect(response.status, shown).toBeGreaterThanOrEqual(200);
      expect(response.status, shown).toBeLessThan(500);
      expectNoInside(response);
    }
  });

  it('never answers 5xx to random targets', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...PIECES),
      fc.string({
        unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
        maxLength: 8,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
        const response = await send(site.port, { method: 'GET', path: `/${pieces.join('')}` });
        expect(response.status).toBeGreaterThanOrEqual(200);
        expect(response.status, response.body.slice(0, 300)).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
  });
});

describe('methods', () => {
  const known: [string, string][] = [
    ['/api/submit-order', 'POST'],
    ['/api/contact-messages', 'POST'],
    ['/api/order-attachments', 'POST'],
    ['/api/blog-posts', 'GET, HEAD'],
    ['/api/blog-posts/some-post', 'GET, HEAD'],
    ['/api/blog-posts/some-post/related', 'GET, HEAD'],
    ['/api/projects', 'GET, HEAD'],
    ['/api/faqs', 'GET, HEAD'],
    ['/api/testimonials', 'GET, HEAD'],
    ['/api/site-settings', 'GET, HEAD'],
    ['/api/site-settings/stream', 'GET, HEAD'],
    ['/api/openapi.json', 'GET, HEAD'],
    ['/', 'GET, HEAD'],
    ['/order', 'GET, HEAD, POST'],
    ['/contact', 'GET, HEAD, POST'],
    ['/blog', 'GET, HEAD'],
    ['/sitemap.xml', 'GET, HEAD'],
    ['/nowhere', 'GET, HEAD'],
  ];

  it.each(known)('%s takes %s only', async (path, allowed) => {
    for (const method of 'GET POST PUT PATCH DELETE OPTIONS TRACE PROPFIND'.split(' ')) {
      if (allowed.includes(method)) continue;
      const body = method === 'TRACE' ? {} : { body: '' };
      const response = await send(site.port, { method, path, ...body });
      expectRejection(response, 405);
      expect(response.headers.get('allow'), method).toBe(allowed);
    }
  });

  it.each(['CONNECT', 'FOO', 'get', ''])('an unknown method %j is refused', async (method) => {
    const response = await send(site.port, { method, path: '/api/faqs' });
    expect([0, 400, 405]).toContain(response.status);
  });

  const readable =
    '/ /order /healthz /robots.txt /api/faqs /api/blog-posts /api/site-settings/stream';
  it.each(readable.split(' '))('HEAD %s has the status of GET and no body', async (path) => {
    const response = await send(site.port, { method: 'HEAD', path });
    expect(response.status).toBe(200);
    expect(response.body).toBe('');
  });
});

describe('what is no proper request', () => {
  const head =
    'POST /api/contact-messages HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  it.each([
    ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
    [
      'a length and chunks',
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a length that is none', `${head}content-length: two\r\n\r\n{}`],
    ['a negative length', `${head}content-length: -2\r\n\r\n{}`],
    ['a broken chunk size', `${head}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n0\r\n\r\n`],
    ['an unknown transfer encoding', `${head}transfer-encoding: gzip\r\n\r\n{}`],
    ['a header block of 20 kB', `${head}x: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a folded header', `${head}x: a\r\n b: c\r\ncontent-length: 2\r\n\r\n{}`],
    ['a NUL in a header', `${head}x: a\0b\r\n\r\n`],
    ['no host', 'GET /api/faqs HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/faqs HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['a host that is none', 'GET /api/faqs HTTP/1.1\r\nhost: a b/c\r\n\r\n'],
    ['an absolute address', 'GET http://example.com/api/faqs HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['a star', 'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['nonsense', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'],
  ])('%s is refused', async (_, text) => {
    const response = await sendRaw(site.port, [Buffer.from(text, 'latin1')]);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expectNoInside(response);
  });

  const addresses = [
    ...'//admin /admin//orders /./admin /admin/../admin /admin/%2e%2e/admin /%61dmin'.split(' '),
    ...'/admin%2forders /api%2fadmin/orders /api/admin/orders%00 /api\\admin /ö'.split(' '),
    ...'/api/admin;x/..%2forders /api/admin%5corders /api/ad%0amin /api/%C0%AFadmin'.split(' '),
    ...'/api/% /api/%zz /assets/../../package.json /media/%2e%2e/%2e%2e/etc/passwd'.split(' '),
    ...'api/faqs ?x http://localhost/api/faqs'.split(' '),
  ];
  it.each(addresses)('the address %s is rejected before anything looks at it', async (path) => {
    for (const method of ['GET', 'POST']) {
      expectRejection(await send(site.port, { method, path }), 400);
    }
  });

  it('never answers 5xx to random bytes, as whatever type', async () => {
    const types = [JSON_TYPE, URL_ENCODED, MULTIPART, ['content-type', 'text/plain'] as const];
    const calls = ['/api/submit-order', '/api/contact-messages', '/api/order-attachments'];
    const paths = [...calls, '/order', '/contact', '/order.data', '/contact.data'];
    const disposition = 'Content-Disposition: form-data; name="file"; filename="a.pdf"';
    const known = [...'%PDF-1.7 {"name": " = & % --vitrin-frontier'.split(' '), disposition];
    known.push('\r\n', '\r\n\r\n');
    const pieces = fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom(...known).map((text) => new Uint8Array(Buffer.from(text))),
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom(...types),
        pieces,
        async (path, type, chunks) => {
          const headers = [type, ['idempotency-key', randomUUID()] as const];
          const response = await send(site.port, { path, headers, body: Buffer.concat(chunks) });
          expect(response.status).toBeGreaterThanOrEqual(200);
          expect(response.status, response.body.slice(0, 300)).toBeLessThan(500);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('answers as before after all this', async () => {
    expect((await send(site.port, { method: 'GET', path: '/readyz' })).status).toBe(200);
    expect((await postJson('/api/submit-order', ORDER)).status).toBe(201);
  });
});
