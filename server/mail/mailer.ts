import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Config } from '#server/core/config.ts';
import { LIMITS } from '#server/core/limits.ts';
import { DELIVERY_MESSAGES } from '#shared/mails/messages.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import { createFileTransport } from './file-transport.ts';
import type { ComposedMail, Delivered, MailTransport, OutgoingMail } from './mail.ts';
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

export async function createMailer(config: MailerConfig, draw: DrawMail) {
  const { publicUrl } = config;
  const dkim = await loadDkimKey(config.mail);
  let { mail } = config;
  let transport = createTransport(config);
  return {
    get transport() {
      return transport.name;
    },
    /** Empty name and address: those of the company. */
    get from() {
      return mail.from;
    },
    /** Empty: the sender's address. */
    get team() {
      return mail.team;
    },
    /** With a mailbox, mails ask for replies at an address of their conversation. */
    get inbox() {
      return mail.inbox;
    },
    get smtpHost() {
      return mail.smtpUrl && new URL(mail.smtpUrl).hostname;
    },
    get domain() {
      return mail.from.address.split('@').at(-1) || new URL(publicUrl).hostname;
    },
    siteUrl: publicUrl,
    dkim,
    draw,
    /** Mails in delivery end on the former connection. */
    use(next: Config['mail']): void {
      const isMoved = next.smtpUrl !== mail.smtpUrl;
      mail = next;
      if (!isMoved) return;
      transport.close();
      transport = createTransport({ ...config, mail });
    },
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
}

function createTransport({ mail, dataDir, publicUrl }: MailerConfig): MailTransport {
  if (mail.smtpUrl === null) return createFileTransport(mailFolderOf(dataDir));
  return createSmtpTransport(readSmtpUrl(mail.smtpUrl, clientNameOf(publicUrl)));
}

function toError(error: unknown): Error {
  return error instanceof Error
    ? error
    : new DeliveryError('recipient', DELIVERY_MESSAGES.notComposed);
}
