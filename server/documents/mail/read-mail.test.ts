import { describe, expect, it } from 'vitest';
import { readMail } from './read-mail.ts';

type Part = { headers: string[]; body: string | Buffer };

function mailOf(headers: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${headers.join('\r\n')}\r\n\r\n`),
    Buffer.isBuffer(body) ? body : Buffer.from(body.replaceAll('\n', '\r\n')),
  ]);
}

const HEAD = ['From: "Gökçe" <Gokce@Example.com>', 'To: hello@vitrin.example', 'Subject: Re: x'];

const part = (type: string, body: string | Buffer, ...headers: string[]): Part => ({
  headers: [`Content-Type: ${type}`, ...headers],
  body,
});
const text = (body: string) => part('text/plain; charset=utf-8', body);
const html = (body: string) => part('text/html; charset=utf-8', body);

function multipart(kind: string, parts: readonly Part[], headers = HEAD): Buffer {
  const bytes = parts.flatMap(({ headers: own, body }) => [
    Buffer.from(`--edge\r\n${own.join('\r\n')}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
  return mailOf(
    [...headers, 'MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary=edge`],
    Buffer.concat([...bytes, Buffer.from('--edge--\r\n')]),
  );
}

describe('the words of a mail', () => {
  it.each([
    ['ISO-8859-9', [0xfe, 0xdd, 0xf0], 'şİğ'],
    ['windows-1254', [0x80, 0xfe, 0xfd], '€şı'],
    ['windows-1256', [0xe3, 0xd1, 0xcd], 'مرح'],
    ['UTF-8', [0xc5, 0x9f, 0xd9, 0x85], 'şم'],
    ['x-no-such-charset', [0x61, 0x62], 'ab'],
  ])('are read in %s', async (charset, bytes, words) => {
    const type = `Content-Type: text/plain; charset=${charset}`;
    expect(await readMail(mailOf([...HEAD, type], Buffer.from(bytes)))).toMatchObject({
      text: words,
    });
  });

  it('have headers that are encoded (RFC 2047)', async () => {
    const from = 'From: =?iso-8859-9?Q?G=F6k=E7e_=DEahin?= <g@example.com>';
    const subject = 'Subject: =?UTF-8?B?xZ5h?=\r\n =?UTF-8?B?aGlu?=';
    expect(await readMail(mailOf([from, subject]))).toMatchObject({ subject: 'Şahin', text: '' });
  });

  it('are those of the text where there is HTML as well', async () => {
    const parts = [text('Evet.\r\n\r\n> eski'), html('<p>Evet.</p><blockquote>eski</blockquote>')];
    const mail = await readMail(multipart('alternative', parts));
    expect(mail).toMatchObject({ text: 'Evet.', quoted: '> eski' });
  });

  it('show the mark that reverses letters, as subject and file names do', async () => {
    const file = part("application/pdf; name*=UTF-8''a%E2%80%AEfdp.exe", '%PDF-1.7');
    const headers = [...HEAD.slice(0, 2), 'Subject: =?utf-8?B?4oCuZXhl?='];
    const mail = await readMail(multipart('mixed', [text('See \u202Efdp.exe'), file], headers));
    expect(mail).toMatchObject({
      subject: '[U+202E]exe',
      text: 'See [U+202E]fdp.exe',
      files: [{ name: 'a[U+202E]fdp.exe' }],
    });
  });

  it('are taken out of HTML alone, without what would run or load, and its quotes are folded', async () => {
    const page = `<style>p{}</style><script>alert(1)</script><p>Evet,&nbsp;<b>uygun</b>.</p>
      <img src="https://spy.example/x.gif" alt="Logo"><a href="https://a.example/">burada</a>
      <div class="gmail_quote"><div dir="ltr">On Mon, Nov 23, 2026 at 3:04 PM Vitrin &lt;<a href="mailto:hello@vitrin.example">hello@vitrin.example</a>&gt; wrote:<br></div>
      <blockquote>Salı uygun mu?</blockquote></div>`;
    const mail = await readMail(mailOf([...HEAD, ...html('').headers], page));
    expect(mail.text).toContain('uygun.');
    expect(mail.text).toContain('[Logo]');
    expect(mail.text).toContain('burada (https://a.example/)');
    expect(`${mail.text}${mail.quoted}`).not.toMatch(/alert|spy|<p>/u);
    expect(mail.text).not.toContain('Salı');
    expect(mail.quoted).toContain('> Salı uygun mu?');
  });

  it('are folded in the HTML of Outlook, and cut off where they repeat whole books', async () => {
    const page = `<div class="WordSection1"><p class="MsoNormal">Evet.</p><hr>
      <div id="divRplyFwdMsg"><b>Kimden:</b> Vitrin &lt;hello@vitrin.example&gt;<br><b>Gönderildi:</b> 23 Kasım 2026 15:04<br><b>Kime:</b> Gökçe<br><b>Konu:</b> Re: x</div><p>Salı uygun mu?</p></div>`;
    const mail = await readMail(mailOf([...HEAD, ...html('').headers], page));
    expect(mail.text.replaceAll(/[-\s]+$/gu, '')).toBe('Evet.');
    expect(mail.quoted).toContain('Salı uygun mu?');
    const book = `Evet.\r\n\r\n${'> eski\r\n'.repeat(10_000)}`;
    const { text: words, quoted } = await readMail(mailOf([...HEAD, ...text('').headers], book));
    expect([words, quoted?.length]).toEqual(['Evet.', 20_000]);
  });
});

/** A multipart entity as a part of another one. */
const nest = (kind: string, parts: readonly Part[]): Part => {
  const [head = '', ...body] = multipart(kind, parts, []).toString().split('\r\n\r\n');
  return {
    headers: [head.trim().replace('edge', 'inner')],
    body: body.join('\r\n\r\n').replaceAll('--edge', '--inner'),
  };
};
const LONG = 'The order arrived in part and the invoice names all of it. '.repeat(8);
const YES = html('<p>Yes.</p>');
const FOOTER = text('Confidential.');
const STUB = text('Your program cannot show this.');
const CUT_OFF = [text('Yes, and'), html('<p>Yes, and call before 10.</p>')];
const BETWEEN = [html('<p>One</p>'), text('two'), html('<p>three</p>')];

describe('the text parts of an email', () => {
  it.each([
    ['HTML, then a footer', 'mixed', [YES, FOOTER], 'Yes.\nConfidential.'],
    ['the same in parts', 'mixed', [nest('alternative', [YES]), FOOTER], 'Yes.\nConfidential.'],
    ['a footer as an alternative', 'alternative', [YES, FOOTER], 'Yes.\n\nConfidential.'],
    ['all of them', 'alternative', [text('Yes.'), YES, FOOTER], 'Yes.\n\nConfidential.'],
    ['an empty alternative', 'alternative', [text(' \u200B\r\n'), YES], 'Yes.'],
    ['a stub as an alternative', 'alternative', [STUB, YES], 'Yes.'],
    ['an alternative that was cut off', 'alternative', CUT_OFF, 'Yes, and call before 10.'],
    ['alternatives with other words', 'alternative', [text(LONG), YES], `${LONG.trim()} \n\nYes.`],
    ['an empty HTML alternative', 'alternative', [text('Yes.'), html('<br>')], 'Yes.'],
    ['text between HTML', 'mixed', BETWEEN, 'One\ntwo\nthree'],
  ] as const)('are read in their order: %s', async (_, kind, parts, expected) => {
    const mail = await readMail(multipart(kind, parts));
    expect(mail).toMatchObject({ text: expected, quoted: null, omissions: [] });
  });

  it('inside an email that is part of the email keep its sender', async () => {
    const words = 'From: Ali <ali@example.com>\r\nSubject: Offer\r\n\r\nInner words';
    const inner = part('message/rfc822', words, 'Content-Disposition: inline');
    const mail = await readMail(multipart('mixed', [text('See below.'), inner]));
    expect(mail.text).toMatch(
      /^See below\.\s+From: .*ali@example\.com.*\nSubject: Offer\s+Inner words$/u,
    );
  });
});

const PDF = Buffer.from('%PDF-1.7 x');
const withHtml = (page: string) => multipart('mixed', [html(page)]);
const GARBLED = mailOf([...HEAD, 'Content-Type: text/plain'], Buffer.from([0xfe]));
const FILES = Array.from({ length: 31 }, () => part('image/png', 'x'));
const STATUS = 'message/delivery-status';
const REPORT = multipart('mixed', [part(STATUS, 'x')]);

it.each<[string, Buffer, RegExp]>([
  ['the end of a long text', mailOf(HEAD, 'word '.repeat(5_000)), /^The rest of the text/u],
  ['the end of a very long text', mailOf(HEAD, `Yes${'\n'.repeat(200_000)}end`), /^The rest/u],
  ['the end of a quote', mailOf(HEAD, `Yes\n${'> old\n'.repeat(4_000)}`), /rest of the quoted/u],
  ['HTML that is too long', withHtml('x'.repeat(1_000_001)), /^Formatted text/u],
  ['HTML that is too deep', withHtml(`${'<div>'.repeat(300)}x`), /^Formatted text/u],
  ['an image elsewhere', withHtml('<img src="https://a.example/x.png">'), /^1 image on another/u],
  ['characters of an unknown set', GARBLED, /^Some characters/u],
  ['a delivery report', REPORT, /^file \(1 kB\)\. It is a delivery report/u],
  ['files beyond 30', multipart('mixed', FILES), /^1 more file\./u],
])('what of an email is left out is named: %s', async (_, raw, line) => {
  const { omissions } = await readMail(raw);
  expect(omissions.map(({ name, reason }) => `${name}. ${reason}`)).toEqual([
    expect.stringMatching(line),
  ]);
});

it('reads the files of a mail with their names, without the signs of signatures', async () => {
  const BASE64 = 'Content-Transfer-Encoding: base64';
  const image = (id: string, size: number) => {
    const headers = [BASE64, `Content-ID: <${id}>`, 'Content-Disposition: inline'];
    return part('image/png', Buffer.alloc(size, 1).toString('base64'), ...headers);
  };
  const offer = part(
    "application/pdf; name*=UTF-8''Teklif%20%C5%9F.pdf",
    PDF.toString('base64'),
    BASE64,
    'Content-Disposition: attachment',
  );
  const signature = part('application/pkcs7-signature; name=smime.p7s', 'x');
  const parts = [text('Ekte.'), image('logo', 900), image('screen', 40_000), offer, signature];
  const { files, omissions, text: words } = await readMail(multipart('related', parts));
  expect(words).toBe('Ekte.');
  expect(omissions.map(({ name }) => name)).toEqual(['image.png (1 kB)', 'smime.p7s (1 kB)']);
  expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes)])).toEqual([
    ['image.png', Buffer.alloc(40_000, 1)],
    ['Teklif ş.pdf', PDF],
  ]);
});

describe('a delivery report', () => {
  const status = [
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Original-Recipient: rfc822;gokce@example.com',
    'Final-Recipient: rfc822; gokce@example.com',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 The email account',
    ' that you tried to reach does not exist',
  ].join('\r\n');

  it('names its recipients and the mail that it is about, not those before', async () => {
    const about =
      'Message-ID:\r\n <ours@vitrin.example>\r\nReferences: <earlier@vitrin.example>\r\n';
    const parts = [text('Sorry.'), part(STATUS, status), part('text/rfc822-headers', about)];
    const headers = [...HEAD, 'Message-ID: <report@example.com>'];
    const mail = await readMail(multipart('report; report-type=delivery-status', parts, headers));
    expect(mail.report).toEqual({
      messageIds: ['<ours@vitrin.example>'],
      recipients: [
        {
          address: 'gokce@example.com',
          action: 'failed',
          status: '5.1.1',
          detail: '550 5.1.1 The email account that you tried to reach does not exist',
        },
      ],
    });
  });

  it('may hold the whole mail', async () => {
    const whole = part('message/rfc822', 'Message-ID: <a@b.example>\r\n\r\nHi');
    const delayed = part(STATUS, status.replace('failed', 'delayed (try)'));
    expect((await readMail(multipart('report', [delayed, whole]))).report).toMatchObject({
      messageIds: ['<a@b.example>'],
      recipients: [{ action: 'delayed' }],
    });
  });
});

let nested = 'Content-Type: text/plain\r\n\r\ninnermost';
for (let level = 0; level < 100; level += 1) {
  nested = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${nested}\r\n--b${level}--`;
}
const MANY_HEADERS = Array.from({ length: 10_000 }, (_, at) => `X-${at}: y`);
const MIXED = 'Content-Type: multipart/mixed';

it.each([
  ['empty', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(200_000)],
  ['no end of its boundary', mailOf([...HEAD, `${MIXED}; boundary=x`], '--x\n\nhi')],
  ['no boundary', mailOf([...HEAD, MIXED], 'hi')],
  ['wrong base64', mailOf([...HEAD, 'Content-Transfer-Encoding: base64'], '%%%=')],
  ['10,000 headers', mailOf([...HEAD, ...MANY_HEADERS], 'hi')],
  ['a header of a megabyte', mailOf([...HEAD, `References: ${'<a@b> '.repeat(170_000)}`], 'hi')],
  ['a hundred parts within each other', Buffer.from(`From: a@b.example\r\n${nested}`)],
  ['ten thousand addresses', mailOf([`To: ${'a@b.example, '.repeat(10_000)}c@d.example`], 'hi')],
])('reads a mail that is not well-formed as far as it goes: %s', async (_, raw) => {
  expect((await readMail(raw)).text).toBeTypeOf('string');
});
