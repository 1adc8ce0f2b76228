import { describe, expect, it } from 'vitest';
import { readMail } from './read-mail.ts';

type Part = { headers?: string[]; body: string | Buffer };

function mailOf(headers: readonly string[], body: string | Buffer = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${headers.join('\r\n')}\r\n\r\n`),
    Buffer.isBuffer(body) ? body : Buffer.from(body.replaceAll('\n', '\r\n')),
  ]);
}

const HEAD = ['From: "Gökçe" <Gokce@Example.com>', 'To: hello@vitrin.example', 'Subject: Re: x'];

function multipart(kind: string, parts: readonly Part[], headers = HEAD): Buffer {
  const bytes = parts.flatMap(({ headers: own = [], body }) => [
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
  ])('are read in %s', async (charset, bytes, text) => {
    const raw = mailOf(
      [...HEAD, `Content-Type: text/plain; charset=${charset}`],
      Buffer.from(bytes),
    );
    expect(await readMail(raw)).toMatchObject({ text });
  });

  it('have headers that are encoded (RFC 2047)', async () => {
    const mail = await readMail(
      mailOf([
        'From: =?iso-8859-9?Q?G=F6k=E7e_=DEahin?= <g@example.com>',
        'Subject: =?UTF-8?B?xZ5h?=\r\n =?UTF-8?B?aGlu?=',
      ]),
    );
    expect(mail).toMatchObject({ subject: 'Şahin', text: '' });
  });

  it('are those of the text where there is HTML as well', async () => {
    const mail = await readMail(
      multipart('alternative', [
        { headers: ['Content-Type: text/plain; charset=utf-8'], body: 'Evet.\r\n\r\n> eski' },
        {
          headers: ['Content-Type: text/html; charset=utf-8'],
          body: '<p>Evet.</p><blockquote>eski</blockquote>',
        },
      ]),
    );
    expect(mail).toMatchObject({ text: 'Evet.', quoted: '> eski' });
  });

  it('show the mark that reverses letters, as subject and file names do', async () => {
    const name = "name*=UTF-8''a%E2%80%AEfdp.exe";
    const raw = multipart(
      'mixed',
      [
        { headers: ['Content-Type: text/plain; charset=utf-8'], body: 'See \u202Efdp.exe' },
        { headers: [`Content-Type: application/pdf; ${name}`], body: '%PDF-1.7' },
      ],
      [...HEAD.slice(0, 2), 'Subject: =?utf-8?B?4oCuZXhl?='],
    );
    const { subject, text, files } = await readMail(raw);
    expect([subject, text, files[0]?.name]).toEqual([
      '[U+202E]exe',
      'See [U+202E]fdp.exe',
      'a[U+202E]fdp.exe',
    ]);
  });

  it('are taken out of HTML alone, without what would run or load, and its quotes are folded', async () => {
    const html = `<style>p{}</style><script>alert(1)</script><p>Evet,&nbsp;<b>uygun</b>.</p>
      <img src="https://spy.example/x.gif" alt="Logo"><a href="https://a.example/">burada</a>
      <div class="gmail_quote"><div dir="ltr">On Mon, Nov 23, 2026 at 3:04 PM Vitrin &lt;<a href="mailto:hello@vitrin.example">hello@vitrin.example</a>&gt; wrote:<br></div>
      <blockquote>Salı uygun mu?</blockquote></div>`;
    const mail = await readMail(mailOf([...HEAD, 'Content-Type: text/html; charset=utf-8'], html));
    expect(mail.text).toContain('uygun.');
    expect(mail.text).toContain('[Logo]');
    expect(mail.text).toContain('burada (https://a.example/)');
    expect(`${mail.text}${mail.quoted}`).not.toMatch(/alert|spy|<p>/u);
    expect(mail.text).not.toContain('Salı');
    expect(mail.quoted).toContain('> Salı uygun mu?');
  });

  it('are cut off where they repeat whole books', async () => {
    const mail = await readMail(
      mailOf([...HEAD, 'Content-Type: text/plain'], `Evet.\r\n\r\n${'> eski\r\n'.repeat(10_000)}`),
    );
    expect(mail.text).toBe('Evet.');
    expect(mail.quoted).toHaveLength(20_000);
  });

  it('are folded in the HTML of Outlook', async () => {
    const html = `<div class="WordSection1"><p class="MsoNormal">Evet.</p><hr>
      <div id="divRplyFwdMsg"><b>Kimden:</b> Vitrin &lt;hello@vitrin.example&gt;<br><b>Gönderildi:</b> 23 Kasım 2026 15:04<br><b>Kime:</b> Gökçe<br><b>Konu:</b> Re: x</div><p>Salı uygun mu?</p></div>`;
    const mail = await readMail(mailOf([...HEAD, 'Content-Type: text/html; charset=utf-8'], html));
    expect(mail.text.replaceAll(/[-\s]+$/gu, '')).toBe('Evet.');
    expect(mail.quoted).toContain('Salı uygun mu?');
  });
});

const text = (body: string): Part => ({
  headers: ['Content-Type: text/plain; charset=utf-8'],
  body,
});
const html = (body: string): Part => ({
  headers: ['Content-Type: text/html; charset=utf-8'],
  body,
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

describe('the text parts of an email', () => {
  it.each([
    [
      'HTML, then a footer',
      'mixed',
      [html('<p>Yes, Monday.</p>'), text('Confidential.')],
      'Yes, Monday.\nConfidential.',
    ],
    [
      'HTML in an alternative, then a footer',
      'mixed',
      [nest('alternative', [html('<p>Yes.</p>')]), text('Confidential.')],
      'Yes.\nConfidential.',
    ],
    [
      'a footer among the alternatives',
      'alternative',
      [html('<p>Yes.</p>'), text('Confidential.')],
      'Yes.\n\nConfidential.',
    ],
    [
      'text, HTML and a footer as alternatives',
      'alternative',
      [text('Yes.'), html('<b>Yes.</b>'), text('Confidential.')],
      'Yes.\n\nConfidential.',
    ],
    ['an empty alternative', 'alternative', [text(' \u200B\r\n'), html('<p>Yes.</p>')], 'Yes.'],
    [
      'a stub as an alternative',
      'alternative',
      [text('Your program cannot show this.'), html('<p>Yes.</p>')],
      'Yes.',
    ],
    [
      'an alternative that was cut off',
      'alternative',
      [text('Yes, and'), html('<p>Yes, and call before 10.</p>')],
      'Yes, and call before 10.',
    ],
    [
      'two long alternatives without a word in common',
      'alternative',
      [text(LONG), html('<p>Yes.</p>')],
      `${LONG.trim()} \n\nYes.`,
    ],
    ['an empty HTML alternative', 'alternative', [text('Yes.'), html('<br>')], 'Yes.'],
    [
      'text between HTML',
      'mixed',
      [html('<p>One</p>'), text('two'), html('<p>three</p>')],
      'One\ntwo\nthree',
    ],
  ] as const)('are read in their order: %s', async (_, kind, parts, expected) => {
    const mail = await readMail(multipart(kind, parts));
    expect(mail).toMatchObject({ text: expected, quoted: null, omissions: [] });
  });

  it('inside an email that is part of the email keep its sender', async () => {
    const inner = {
      headers: ['Content-Type: message/rfc822', 'Content-Disposition: inline'],
      body: 'From: Ali <ali@example.com>\r\nSubject: Offer\r\n\r\nInner words',
    };
    const mail = await readMail(multipart('mixed', [text('See below.'), inner]));
    expect(mail.text).toMatch(
      /^See below\.\s+From: .*ali@example\.com.*\nSubject: Offer\s+Inner words$/u,
    );
  });
});

const PDF = Buffer.from('%PDF-1.7 x');
const NAMED: [string, Buffer, RegExp][] = [
  ['the rest of a long text', mailOf(HEAD, 'word '.repeat(5_000)), /^The rest of the text/u],
  [
    'the rest of a very long text',
    mailOf(HEAD, `Yes${'\n'.repeat(200_000)}end`),
    /^The rest of the text/u,
  ],
  [
    'the rest of a long quote',
    mailOf(HEAD, `Yes\n${'> old\n'.repeat(4_000)}`),
    /^The rest of the quoted/u,
  ],
  ['HTML that is too long', multipart('mixed', [html('x'.repeat(1_000_001))]), /^Formatted text/u],
  [
    'HTML that is too deep',
    multipart('mixed', [html(`${'<div>'.repeat(300)}x`)]),
    /^Formatted text/u,
  ],
  [
    'an image on another server',
    multipart('mixed', [html('<img src="https://a.example/x.png">')]),
    /^1 image on another server/u,
  ],
  [
    'characters of an unknown set',
    mailOf([...HEAD, 'Content-Type: text/plain'], Buffer.from([0xfe])),
    /^Some characters/u,
  ],
  [
    'a delivery report that is not about us',
    multipart('mixed', [{ headers: ['Content-Type: message/delivery-status'], body: 'x' }]),
    /^file \(1 kB\)\. It is a delivery report/u,
  ],
  [
    'files beyond 30',
    multipart(
      'mixed',
      Array.from({ length: 31 }, () => ({ headers: ['Content-Type: image/png'], body: 'x' })),
    ),
    /^1 more file\./u,
  ],
];

describe('what of an email is left out', () => {
  it.each(NAMED)('is named: %s', async (_, raw, line) => {
    const { omissions } = await readMail(raw);
    expect(omissions.map(({ name, reason }) => `${name}. ${reason}`)).toEqual([
      expect.stringMatching(line),
    ]);
  });
});

describe('the files of a mail', () => {
  it('come with their names, without the signs of signatures', async () => {
    const image = (id: string, size: number) => ({
      headers: [
        'Content-Type: image/png',
        'Content-Transfer-Encoding: base64',
        `Content-ID: <${id}>`,
        'Content-Disposition: inline',
      ],
      body: Buffer.alloc(size, 1).toString('base64'),
    });
    const related = multipart('related', [
      { headers: ['Content-Type: text/plain'], body: 'Ekte.' },
      image('logo', 900),
      image('screen', 40_000),
      {
        headers: [
          "Content-Type: application/pdf; name*=UTF-8''Teklif%20%C5%9F.pdf",
          'Content-Transfer-Encoding: base64',
          'Content-Disposition: attachment',
        ],
        body: PDF.toString('base64'),
      },
      { headers: ['Content-Type: application/pkcs7-signature; name=smime.p7s'], body: 'x' },
    ]);
    const { files, omissions, text: words } = await readMail(related);
    expect(words).toBe('Ekte.');
    expect(omissions.map(({ name }) => name)).toEqual(['image.png (1 kB)', 'smime.p7s (1 kB)']);
    expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual([
      ['image.png', 40_000],
      ['Teklif ş.pdf', PDF.length],
    ]);
    expect(Buffer.from(files[1]?.bytes ?? []).equals(PDF)).toBe(true);
  });
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
    const mail = await readMail(
      multipart(
        'report; report-type=delivery-status',
        [
          { headers: ['Content-Type: text/plain'], body: 'Sorry.' },
          { headers: ['Content-Type: message/delivery-status'], body: status },
          {
            headers: ['Content-Type: text/rfc822-headers'],
            body: 'Message-ID:\r\n <ours@vitrin.example>\r\nReferences: <earlier@vitrin.example>\r\n',
          },
        ],
        [...HEAD, 'Message-ID: <report@example.com>'],
      ),
    );
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
    const { report } = await readMail(
      multipart('report', [
        {
          headers: ['Content-Type: message/delivery-status'],
          body: status.replace('failed', 'delayed (try)'),
        },
        { headers: ['Content-Type: message/rfc822'], body: 'Message-ID: <a@b.example>\r\n\r\nHi' },
      ]),
    );
    expect(report?.messageIds).toEqual(['<a@b.example>']);
    expect(report?.recipients[0]?.action).toBe('delayed');
  });
});

function nested(depth: number): Buffer {
  let body = 'Content-Type: text/plain\r\n\r\ninnermost';
  for (let level = 0; level < depth; level += 1) {
    body = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--`;
  }
  return Buffer.from(`From: a@b.example\r\n${body}`);
}

describe('a mail that is not well-formed', () => {
  it.each([
    ['empty', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(200_000)],
    [
      'no end of its boundary',
      mailOf([...HEAD, 'Content-Type: multipart/mixed; boundary=x'], '--x\n\nhi'),
    ],
    ['no boundary', mailOf([...HEAD, 'Content-Type: multipart/mixed'], 'hi')],
    ['wrong base64', mailOf([...HEAD, 'Content-Transfer-Encoding: base64'], '%%%=')],
    [
      '10,000 headers',
      mailOf([...HEAD, ...Array.from({ length: 10_000 }, (_, at) => `X-${at}: y`)], 'hi'),
    ],
    ['a header of a megabyte', mailOf([...HEAD, `References: ${'<a@b> '.repeat(170_000)}`], 'hi')],
    ['a hundred parts within each other', nested(100)],
    ['ten thousand addresses', mailOf([`To: ${'a@b.example, '.repeat(10_000)}c@d.example`], 'hi')],
  ])('is read as far as it goes: %s', async (_, raw) => {
    const mail = await readMail(raw);
    expect(typeof mail.text).toBe('string');
  });
});
