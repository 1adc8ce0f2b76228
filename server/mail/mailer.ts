import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '#server/core/config.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DELIVERY_MESSAGES } from '#shared/mails/messages.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import { createFileTransport } from './file-transport.ts';
import type { ComposedMail, Delivered, OutgoingMail } from './mail.ts';
import { clientNameOf, createSmtpTransport, readSmtpUrl } from './smtp-transport.ts';
import type { MailContent, MailSender } from './templates/content.ts';

export type DkimKey = { domainName: string; keySelector: string; privateKey: string };

export async function composeMime(
  { to, references, attachments = [], isPersonal, ...mail }: OutgoingMail,
  dkim: DkimKey | null,
): Promise<ComposedMail> {
  const node = new MailComposer({
    ...mail,
    to: [...to],
    ...(references && { references: [...references] }),
    attachments: [...attachments],
    // Prevents automatic replies (RFC 3834).
    headers: {
      ...(!isPersonal && { 'Auto-Submitted': 'auto-generated' }),
      'X-Auto-Response-Suppress': 'All',
    },
    newline: 'windows',
    // Input must never make this machine open a file or address.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from: sender, to: recipients } = node.getEnvelope();
  const unsigned = await node.build();
  const raw = dkim === null ? unsigned : await buffer(new DKIM(dkim).sign(unsigned));
  return { messageId: mail.messageId, raw, envelope: { from: sender || '', to: recipients } };
}

/** Part of the build, since Node cannot load its components. */
export type DrawMail = (content: MailContent, sender: MailSender) => string;

export type Mailer = Awaited<ReturnType<typeof createMailer>>;

export type OutboxMailer = Omit<Mailer, 'transport'> & {
  transport: Mailer['transport'] | 'webhook';
};

type MailerConfig = Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>;

export function mailFolderOf(dataDir: string): string {
  return join(dataDir, 'outbox');
}

export async function loadDkimKey({ dkim }: Config['mail']): Promise<DkimKey | null> {
  if (dkim === null) return null;
  const privateKey = await readFile(dkim.privateKeyFile, 'utf8');
  return { domainName: dkim.domain, keySelector: dkim.selector, privateKey };
}

function buildRoute({ mail, dataDir, publicUrl }: MailerConfig) {
  const { smtpUrl, from, team, inbox, unreadable } = mail;
  const transport =
    smtpUrl === null
      ? createFileTransport(mailFolderOf(dataDir))
      : createSmtpTransport(readSmtpUrl(smtpUrl, clientNameOf(publicUrl)));
  const shown = {
    transport: transport.name,
    smtpHost: smtpUrl && new URL(smtpUrl).hostname,
    /** Empty name and address: those of the company. */
    from,
    /** Empty: the sender's address. */
    team,
    /** With a mailbox, mails ask for replies at an address of their conversation. */
    inbox,
    unreadable,
    domain: from.address.split('@').at(-1) || new URL(publicUrl).hostname,
  };
  return { transport, shown };
}

export async function createMailer(config: MailerConfig, draw: DrawMail) {
  const dkim = await loadDkimKey(config.mail);
  let { mail } = config;
  let { transport, shown } = buildRoute(config);
  // bounded by the jobs of the process
  const followers: (() => void)[] = [];
  const mailer = {
    ...shown,
    siteUrl: config.publicUrl,
    dkim,
    draw,
    /** Mails in delivery end on the former connection. */
    use(next: Config['mail']): void {
      if (isDeepStrictEqual(next, mail)) return;
      mail = next;
      transport.close();
      ({ transport, shown } = buildRoute({ ...config, mail }));
      Object.assign(mailer, shown);
      for (const follow of followers) follow();
    },
    follow: (follower: () => void) => void followers.push(follower),
    async send(outgoing: OutgoingMail, signal: AbortSignal): Promise<Delivered> {
      const composed = await composeMime(outgoing, dkim).catch((error: unknown) => {
        throw toDeliveryError(Object.assign(toError(error), { code: 'EMESSAGE' }));
      });
      return transport.deliver(composed, signal);
    },
    async verify(): Promise<string | null> {
      return transport.verify(AbortSignal.timeout(LIMITS.smtpConnection)).then(
        () => null,
        (error: unknown) => toDeliveryError(error).message,
      );
    },
    close: () => transport.close(),
  };
  return mailer;
}

function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new DeliveryError('recipient', DELIVERY_MESSAGES.notComposed);
}
