import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { composeMime, type DkimKey } from './mailer.ts';
import { DeliveryError } from './delivery-error.ts';
import type { OutgoingMail } from './mail.ts';
import { createSmtpTransport, readSmtpUrl } from './smtp-transport.ts';
import { buildSamples } from './templates/samples.ts';

const NEVER = new AbortController().signal;
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

function buildMail(changes: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    messageId: '<0193a1b2-0000-7000-8000-000000000001@vitrin.example>',
    date: new Date('2026-11-23T12:00:00Z'),
    from: { name: 'Vitrin Software', address: 'hello@vitrin.example' },
    to: [{ name: '', address: 'visitor@example.com' }],
    subject: 'We have your message',
    content: buildSamples('https://vitrin.example')['messages.confirmation'],
    text: 'Text',
    html: '<p>HTML</p>',
    ...changes,
  };
}

async function startServer(options?: SMTPServerOptions) {
  const server = await startMailServer(options);
  stops.push(() => server.stop());
  return server;
}

function connect(url: string) {
  const transport = createSmtpTransport(readSmtpUrl(url, 'vitrin.example'));
  stops.push(() => transport.close());
  return {
    ...transport,
    async send(changes: Partial<OutgoingMail> = {}, dkim: DkimKey | null = null, signal = NEVER) {
      return transport.deliver(await composeMime(buildMail(changes), dkim), signal);
    },
  };
}

async function failureOf(delivery: Promise<unknown>): Promise<DeliveryError> {
  const error: unknown = await delivery.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
}

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
  stops.push(() => {
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
    expect(mail?.subject).toBe(subject);
    expect(mail?.from?.value).toEqual([
      { name: 'Vitrin Software', address: 'hello@vitrin.example' },
    ]);
    expect(mail?.to).toMatchObject({
      value: [{ name: 'مكتب الشحن', address: 'visitor@example.com' }],
    });
    expect(mail?.text?.trim()).toBe('Şubat\nsatır');
    expect(mail?.html).toContain('<p>Şubat</p>');
    expect(mail?.messageId).toBe('<0193a1b2-0000-7000-8000-000000000001@vitrin.example>');
    expect(mail?.date?.toISOString()).toBe('2026-11-23T12:00:00.000Z');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.envelope).toEqual({ from: 'hello@vitrin.example', to: ['visitor@example.com'] });
  });

  it('has no line that a server may cut, whatever was written into it', async () => {
    const server = await startServer();
    const long = 'ü'.repeat(10_000);
    await connect(server.url).send({
      text: long,
      html: `<p>${long}</p>`,
      subject: 'x'.repeat(300),
    });
    const [mail] = server.mails;
    expect(mail?.text?.trim()).toBe(long);
    expect(mail?.subject).toBe('x'.repeat(300));
    const lines = mail?.raw.toString('latin1').split('\r\n') ?? [];
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
  });

  it('has the headers that we gave it, and none that a visitor wrote into a name or a subject', async () => {
    const server = await startServer();
    await connect(server.url).send({
      subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody',
      to: [
        {
          name: 'Visitor\r\nBcc: victim@example.com, "x" <victim@example.com>',
          address: 'visitor@example.com',
        },
      ],
    });
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

    const old = await startServer({ hideSMTPUTF8: true, onRcptTo: rejectNonAscii });
    const failure = await failureOf(connect(old.url).send({ to }));
    expect(failure.kind).toBe('recipient');
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

function rejectNonAscii(
  { address }: { address: string },
  _session: unknown,
  done: (error?: Error) => void,
): void {
  const isAscii = /^[\x20-\x7E]*$/.test(address);
  done(isAscii ? undefined : Object.assign(new Error('no such mailbox'), { responseCode: 553 }));
}

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
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map(
        (tag) =>
          tag
            .replaceAll(/\s+/gu, '')
            .match(/^(\w+)=(.*)$/u)
            ?.slice(1) ?? [],
      ),
  ) as Record<string, string>;
  const relax = (header: string) => {
    const at = header.indexOf(':');
    return `${header.slice(0, at).toLowerCase().trim()}:${header
      .slice(at + 1)
      .replaceAll(/\r\n/gu, '')
      .replaceAll(/[ \t]+/gu, ' ')
      .trim()}`;
  };
  const signed = (tags['h'] ?? '')
    .split(':')
    .flatMap(
      (name) =>
        headers.find((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? [],
    );
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
    const failure = await failureOf(transport.send());
    expect(failure.kind).toBe('transport');
  });

  it('signs in with what the URL says', async () => {
    const server = await startServer({
      authOptional: false,
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        if (username === 'vi trin' && password === 'p@ss:w') done(null, { user: username });
        else done(new Error('wrong'));
      },
    });
    const url = new URL(server.url);
    url.username = 'vi%20trin';
    url.password = 'p%40ss%3Aw';
    await connect(url.href).send();
    expect(server.mails).toHaveLength(1);
    url.password = 'other';
    const failure = await failureOf(connect(url.href).send());
    expect(failure).toMatchObject({
      kind: 'transport',
      message: expect.stringContaining('sign-in of SMTP_URL') as string,
    });
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
        done(Object.assign(new Error('because'), { responseCode })),
    });
    const failure = await failureOf(connect(server.url).send());
    expect(failure.kind).toBe(kind);
    expect(failure.message).toContain('because');
    expect(server.mails).toHaveLength(0);
  });

  it.each([
    [554, 'recipient'],
    [451, 'later'],
  ] as const)('of the text with %i is of kind %s', async (responseCode, kind) => {
    const server = await startServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('spam'), { responseCode })));
      },
    });
    expect((await failureOf(connect(server.url).send())).kind).toBe(kind);
  });

  it('at some recipients is named, while the others get the mail', async () => {
    const server = await startServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('gone')) done(Object.assign(new Error('no'), { responseCode: 550 }));
        else done();
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
      expect((await failureOf(connect(url).send())).kind).toBe('transport');
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
    const failure = await failureOf(connect(url).send({}, null, AbortSignal.timeout(300)));
    expect(failure).toMatchObject({
      kind: 'transport',
      message: expect.stringContaining('in time') as string,
    });
    expect(performance.now() - started).toBeLessThan(2_000);
    await expect.poll(() => isClosed).toBe(true);
  });
});

it('says whether a mail could be sent, and sends none', async () => {
  const server = await startServer();
  await connect(server.url).verify(NEVER);
  expect(server.mails).toHaveLength(0);
  await server.stop();
  expect((await failureOf(connect(server.url).verify(NEVER))).kind).toBe('transport');
});
