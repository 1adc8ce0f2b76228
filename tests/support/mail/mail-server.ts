import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = ParsedMail & {
  /** As it came over the line. */
  raw: Buffer;
  envelope: { from: string; to: string[] };
};

/** A mail server of the test; `mails` are those that it has accepted. */
export async function startMailServer(options: SMTPServerOptions = {}, atPort = 0) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    hideSMTPUTF8: false,
    logger: false,
    closeTimeout: 100,
    async onData(stream, session, done) {
      const raw = await buffer(stream);
      const { mailFrom, rcptTo } = session.envelope;
      const parsed = await simpleParser(raw);
      mails.push({
        ...parsed,
        raw,
        envelope: {
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
        },
      });
      done();
    },
    ...options,
  });
  // What clients of a test do to their connections is the test's concern.
  server.on('error', () => undefined);
  server.listen(atPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
