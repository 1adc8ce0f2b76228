import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { composeMime, type DkimKey } from './mailer.ts';
import { DeliveryError } from './delivery-error.ts';
import type { OutgoingMail } from './mail.ts';
import { createSmtpTransport, readSmtpUrl } from './smtp-transport.ts';
import { buildSamples } from './templates/samples.ts';

const NEVER = new AbortController().signal;

function buildMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '<0193a1b2-0000-7000-8000-000000000001@vitrin.example>',
    date: new Date('2026-11-23T12:00:00Z'),
    from: { name: 'Vitrin Software', address: 'hello@vitrin.example' },
    to: [{ name: '', address: 'visitor@example.com' }],
    subject: 'We have your message',
    content: buildSamples(buildMailSender('https://vitrin.example'))['messages.confirmation'],
    text: 'Text',
    html: '<p>HTML</p>',
    ...changes,
  };
}

async function startServer(options?: SMTPServerOptions) {
  const server = await startMailServer(options);
  onTestFinished(() => server.stop());
  return server;
}

function connect(url: string) {
  const transport = createSmtpTransport(readSmtpUrl(url, 'vitrin.example'));
  onTestFinished(() => transport.close());
  return {
    ...transport,
    async send(changes: Partial<OutgoingMail> = {}, dkim: DkimKey | null = null, signal = NEVER) {
      return transport.deliver(await composeMime(buildMail(changes), dkim), signal);
    },
  };
}

/** Expects a failed delivery of this kind. */
async function expectFailure(delivery: Promise<unknown>, kind: DeliveryError['kind'], text = '') {
  await expect(delivery).rejects.toThrow(DeliveryError);
  await expect(delivery).rejects.toMatchObject({ kind, message: expect.stringContaining(text) });
}

const reject = (responseCode: number) => Object.assign(new Error('because'), { responseCode });

/** A server that says what the test wants, and nothing else. */
async function startRawServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('what arrives', () => {
  it('is what was sent: both texts, the names, the date and the id', async () => {
    const server = await startServer();
    const subject = 'Sipariş “Öğle” ✅ 🚚 для вас טופס';
    await connect(server.url).send({
      subject,
      to: [{ name: 'مكتب الشحن', address: 'visitor@example.com' }],
      text: 'Şubat\nsatır',
      html: '<p>Şubat</p>',
    });
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      subject,
      from: { value: [{ name: 'Vitrin Software', address: 'hello@vitrin.example' }] },
      to: { value: [{ name: 'مكتب الشحن', address: 'visitor@example.com' }] },
      text: expect.stringMatching(/^Şubat\nsatır\s*$/),
      html: expect.stringContaining('<p>Şubat</p>'),
      messageId: '<0193a1b2-0000-7000-8000-000000000001@vitrin.example>',
      date: new Date('2026-11-23T12:00:00Z'),
      envelope: { from: 'hello@vitrin.example', to: ['visitor@example.com'] },
    });
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('has no line that a server may cut, whatever was written into it', async () => {
    const server = await startServer();
    const long = 'ü'.repeat(10_000);
    const subject = 'x'.repeat(300);
    await connect(server.url).send({ text: long, html: `<p>${long}</p>`, subject });
    const [mail] = server.mails;
    expect([mail?.text?.trim(), mail?.subject]).toEqual([long, subject]);
    const lines = mail?.raw.toString('latin1').split('\r\n') ?? [];
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
  });

  it('has the headers that we gave it, and none that a visitor wrote into a name or a subject', async () => {
    const server = await startServer();
    const name = 'Visitor\r\nBcc: victim@example.com, "x" <victim@example.com>';
    const subject = 'Hello\r\nBcc: victim@example.com\r\n\r\nBody';
    await connect(server.url).send({ subject, to: [{ name, address: 'visitor@example.com' }] });
    const [mail] = server.mails;
    expect(mail?.headers.has('bcc')).toBe(false);
    expect(mail?.to).toMatchObject({ value: [{ address: 'visitor@example.com' }] });
    expect(mail?.envelope.to).toEqual(['visitor@example.com']);
    expect(mail?.text?.trim()).toBe('Text');
  });

  it('goes to an address beyond ASCII where the server can, and is given up where it cannot', async () => {
    const to = [{ name: '', address: 'özlem@örnek.example' }];
    const server = await startServer();
    await connect(server.url).send({ to });
    expect(server.mails[0]?.envelope.to).toEqual([expect.stringMatching(/^özlem@/)]);

    const old = await startServer({
      hideSMTPUTF8: true,
      onRcptTo: ({ address }, _session, done) =>
        done(/^[\x20-\x7E]*$/.test(address) ? null : reject(553)),
    });
    await expectFailure(connect(old.url).send({ to }), 'recipient');
  });

  it('carries a signature that holds for what arrived, byte by byte', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const dkim = {
      domainName: 'vitrin.example',
      keySelector: 'mail',
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    };
    const server = await startServer();
    await connect(server.url).send({ text: 'Trailing space \n\nand lines\n\n\n' }, dkim);
    const { raw } = server.mails[0] ?? { raw: Buffer.alloc(0) };
    const pem = publicKey.export({ type: 'spki', format: 'pem' });
    expect(verifyDkim(raw, pem)).toEqual({ body: true, headers: true, domain: 'vitrin.example' });
    const changed = Buffer.from(raw.toString('latin1').replace('We have', 'We lost'), 'latin1');
    expect(verifyDkim(changed, pem)).toMatchObject({ headers: false });
  });
});

/** The check of RFC 6376, section 6.1.3, with relaxed canonicalization. */
function verifyDkim(raw: Buffer, publicKey: string | Buffer) {
  const text = raw.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const headers = text.slice(0, end).split(/\r\n(?![ \t])/u);
  const body = text
    .slice(end + 4)
    .replaceAll(/[ \t]+(?=\r\n)/gu, '')
    .replaceAll(/[ \t]+/gu, ' ')
    .replace(/(?:\r\n)*$/u, '\r\n');
  const signature = headers.find((header) => /^dkim-signature:/iu.test(header)) ?? '';
  const [, ...list] = signature.replaceAll(/\s+/gu, '').split(/[:;](?=\w+=)/u);
  const pairs = list.map((tag) => tag.split(/=(.*)/u));
  const tags = Object.fromEntries(pairs) as Record<string, string>;
  const relax = (header: string) => {
    const [name = '', value = ''] = header.split(/:(.*)/su);
    return `${name.toLowerCase().trim()}:${value.replaceAll(/\s+/gu, ' ').trim()}`;
  };
  const signed = (tags['h'] ?? '').split(':').flatMap((name) => {
    const start = `${name.toLowerCase()}:`;
    return headers.find((header) => header.toLowerCase().startsWith(start)) ?? [];
  });
  const unsigned = relax(signature).replace(/(;\s*b=)[^;]*/u, '$1');
  const data = [...signed.map(relax), unsigned].join('\r\n');
  return {
    body: createHash('sha256').update(body, 'latin1').digest('base64') === tags['bh'],
    headers: createVerify('sha256')
      .update(data, 'latin1')
      .verify(createPublicKey(publicKey), tags['b'] ?? '', 'base64'),
    domain: tags['d'],
  };
}

describe('a connection', () => {
  it('takes one mail after the other, and is replaced when the server has ended it', async () => {
    let connections = 0;
    const server = await startServer({
      onConnect(_session, done) {
        connections += 1;
        done();
      },
    });
    const transport = connect(server.url);
    await transport.send();
    await transport.send();
    expect(connections).toBe(1);
    await server.stop();
    await expectFailure(transport.send(), 'transport');
  });

  it('signs in with what the URL says', async () => {
    const server = await startServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        const isRight = username === 'vi trin' && password === 'p@ss:w';
        done(isRight ? null : new Error('wrong'), { user: username });
      },
    });
    const url = new URL(server.url);
    url.username = 'vi%20trin';
    url.password = 'p%40ss%3Aw';
    await connect(url.href).send();
    expect(server.mails).toHaveLength(1);
    url.password = 'other';
    await expectFailure(connect(url.href).send(), 'transport', 'accept the sign-in');
  });

  it('gives no password to a server beyond this machine that cannot encrypt', () => {
    const { options } = readSmtpUrl('smtp://user:secret@mail.example', 'vitrin.example');
    expect(options).toMatchObject({ requireTLS: true, port: 587, secure: false });
    expect(readSmtpUrl('smtps://mail.example', 'x').options).toMatchObject({
      requireTLS: false,
      port: 465,
      secure: true,
    });
  });
});

describe('a failure', () => {
  it.each([
    ['the recipient is unknown', 'onRcptTo', 550, 'recipient'],
    ['the recipient is put off', 'onRcptTo', 450, 'later'],
    ['the mailbox is full', 'onRcptTo', 552, 'later'],
    ['the server ends the conversation at the recipient', 'onRcptTo', 421, 'transport'],
    ['the sender is not accepted', 'onMailFrom', 550, 'transport'],
    ['the sender is put off', 'onMailFrom', 451, 'transport'],
  ] as const)('says what it is about when %s', async (_what, step, responseCode, kind) => {
    const server = await startServer({
      [step]: (_address: unknown, _session: unknown, done: (error: Error) => void) =>
        done(reject(responseCode)),
    });
    await expectFailure(connect(server.url).send(), kind, 'because');
    expect(server.mails).toHaveLength(0);
  });

  it.each([
    [554, 'recipient'],
    [451, 'later'],
  ] as const)('of the text with %i is of kind %s', async (responseCode, kind) => {
    const server = await startServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(reject(responseCode)));
      },
    });
    await expectFailure(connect(server.url).send(), kind);
  });

  it('at some recipients is named, while the others get the mail', async () => {
    const server = await startServer({
      onRcptTo({ address }, _session, done) {
        done(address.startsWith('gone') ? reject(550) : null);
      },
    });
    const to = ['here@example.com', 'gone@example.com'].map((address) => ({ name: '', address }));
    expect(await connect(server.url).send({ to })).toEqual({ rejected: ['gone@example.com'] });
    expect(server.mails[0]?.envelope.to).toEqual(['here@example.com']);
  });

  it('is that of the way when nobody listens, somebody else does, or the line is cut', async () => {
    const closed = await startServer();
    await closed.stop();
    const web = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const cut = await startRawServer((socket) => {
      socket.write('220 hello\r\n');
      socket.once('data', () => socket.destroy());
    });
    for (const url of [closed.url, web, cut]) {
      await expectFailure(connect(url).send(), 'transport');
    }
  });

  it('ends a conversation that a server draws out for as long as it likes', async () => {
    let isClosed = false;
    const url = await startRawServer((socket) => {
      const drip = setInterval(() => socket.write('220-please wait\r\n'), 20);
      socket.on('close', () => {
        isClosed = true;
        clearInterval(drip);
      });
    });
    const started = performance.now();
    const sent = connect(url).send({}, null, AbortSignal.timeout(300));
    await expectFailure(sent, 'transport', 'in time');
    expect(performance.now() - started).toBeLessThan(2_000);
    await expect.poll(() => isClosed).toBe(true);
  });
});

it('says whether a mail could be sent, and sends none', async () => {
  const server = await startServer();
  await connect(server.url).verify(NEVER);
  expect(server.mails).toHaveLength(0);
  await server.stop();
  await expectFailure(connect(server.url).verify(NEVER), 'transport');
});
