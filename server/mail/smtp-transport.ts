import { isIP } from 'node:net';
import SMTPConnection, {
  type SMTPConnectionAuth,
  type SMTPConnectionOptions,
} from 'nodemailer/lib/smtp-connection';
import { LIMITS } from '#server/core/limits.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import type { Delivered, MailTransport } from './mail.ts';

/** Connections idle for longer are checked before use. */
const FRESH_MS = 2_000;
/** Servers close idle connections, some after many mails. */
const MAX_REST_MS = 30_000;
const MAX_MAILS = 100;

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

type Server = { options: SMTPConnectionOptions; auth: SMTPConnectionAuth | null };

type Connection = { smtp: SMTPConnection; mails: number; restsSince: number };

/** Passwords are only sent encrypted. */
export function readSmtpUrl(smtpUrl: string, clientName: string): Server {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const auth =
    username === ''
      ? null
      : { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    options: {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: auth !== null && !LOOPBACK.test(hostname),
      name: clientName,
      connectionTimeout: LIMITS.smtpConnection,
      greetingTimeout: LIMITS.smtpConnection,
      dnsTimeout: LIMITS.smtpConnection,
      socketTimeout: LIMITS.smtpSilence,
      // Aborted data must not remain in the socket's buffers.
      socketCloseTimeout: 0,
      maxResponseSize: 64 * 1024,
    },
    auth,
  };
}

/** EHLO name (RFC 5321, section 4.1.1.1): the site's host, or its address in brackets. */
export function clientNameOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(host);
  if (family === 0) return host;
  return family === 4 ? `[${host}]` : `[IPv6:${host}]`;
}

/** Runs one SMTP step. An abort closes the connection, so that nothing happens afterwards. */
function converse<T>(
  smtp: SMTPConnection,
  signal: AbortSignal,
  step: (done: (error: Error | null | undefined, result?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    function settle(error: unknown, result?: T) {
      signal.removeEventListener('abort', handleAbort);
      smtp.off('error', settle);
      smtp.off('end', handleEnd);
      if (!error) return resolve(result as T);
      smtp.close();
      reject(toDeliveryError(error));
    }
    function handleAbort() {
      settle(new DeliveryError('transport', messages.tooSlow, signal.reason));
    }
    function handleEnd() {
      // The reason arrives after the end.
      setImmediate(() =>
        settle(new DeliveryError('transport', messages.unreachable('the connection was closed'))),
      );
    }
    smtp.on('error', settle);
    smtp.on('end', handleEnd);
    if (signal.aborted) return handleAbort();
    signal.addEventListener('abort', handleAbort);
    step(settle);
  });
}

export function createSmtpTransport(server: Server): MailTransport {
  // bounded by LIMITS.mailsInFlight
  const resting = new Set<Connection>();

  async function open(signal: AbortSignal): Promise<SMTPConnection> {
    const smtp = new SMTPConnection(server.options);
    smtp.on('error', () => undefined);
    await converse(smtp, signal, (done) => smtp.connect(done));
    const { auth } = server;
    if (auth) await converse(smtp, signal, (done) => smtp.login({ credentials: auth }, done));
    return smtp;
  }

  function retire(connection: Connection): void {
    resting.delete(connection);
    connection.smtp.quit();
    setTimeout(() => connection.smtp.close(), LIMITS.smtpGoodbye).unref();
  }

  function rest(connection: Connection): void {
    if (connection.mails >= MAX_MAILS) return retire(connection);
    connection.restsSince = performance.now();
    resting.add(connection);
    const { restsSince } = connection;
    setTimeout(() => {
      if (resting.has(connection) && connection.restsSince === restsSince) retire(connection);
    }, MAX_REST_MS).unref();
  }

  async function take(signal: AbortSignal): Promise<Connection> {
    for (const connection of resting) {
      resting.delete(connection);
      const { smtp, restsSince } = connection;
      if (performance.now() - restsSince < FRESH_MS) return connection;
      const isGood = await converse(smtp, signal, (done) => smtp.reset(done)).then(
        () => true,
        () => false,
      );
      if (isGood) return connection;
    }
    const connection = { smtp: await open(signal), mails: 0, restsSince: 0 };
    connection.smtp.once('end', () => resting.delete(connection));
    return connection;
  }

  return {
    name: 'smtp',
    async deliver({ raw, envelope }, signal): Promise<Delivered> {
      const connection = await take(signal);
      const { smtp } = connection;
      try {
        const { rejected } = await converse<{ rejected: string[] }>(smtp, signal, (done) =>
          smtp.send({ ...envelope, size: raw.length }, raw, done),
        );
        connection.mails += 1;
        rest(connection);
        return { rejected };
      } catch (error) {
        smtp.close();
        throw error;
      }
    },
    async verify(signal) {
      const smtp = await open(signal);
      retire({ smtp, mails: 0, restsSince: 0 });
    },
    close() {
      for (const connection of resting) retire(connection);
    },
  };
}
