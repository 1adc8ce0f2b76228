import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { emailAddress, limitedText, rawText } from '#shared/common/text.ts';
import { CONNECTION_MESSAGES as messages } from './messages.ts';
import { CONNECTION_KINDS, type ConnectionKind, ENCRYPTIONS, MAX_RECIPIENTS } from './values.ts';

const MAX_TEXT = 200;
const MAX_PASSWORD = 1_000;

const isHost = (text: string) => z.hostname().safeParse(text).success;

function line(min = 0, message?: string) {
  const tooLong = messages.tooLong(MAX_TEXT);
  return limitedText({ min, max: MAX_TEXT, tooLong, isOneLine: true, ...(message && { message }) });
}

function code(pattern: RegExp, message: string) {
  const text = rawText(message).trim().max(MAX_TEXT, messages.tooLong(MAX_TEXT));
  return text.regex(pattern, message);
}

/** Empty: the stored one stays, as long as it is used at the same place. */
function secret(message: string) {
  return rawText(message).max(MAX_PASSWORD, messages.tooLong(MAX_PASSWORD)).default('');
}

const server = z.object({
  host: rawText(messages.host).trim().refine(isHost, messages.host),
  port: z.int(messages.port).min(1, messages.port).max(65_535, messages.port),
  encryption: choiceOf(ENCRYPTIONS, messages.encryption),
  user: line(),
  password: secret(messages.password),
});

/** With commas, as the variable has them. */
export function splitRecipients(text: string): string[] {
  return text.split(',').flatMap((entry) => entry.trim() || []);
}

const recipients = z.array(z.email()).min(1).max(MAX_RECIPIENTS);

export const CONNECTION_SCHEMAS = {
  smtp: server,
  sender: z.object({ name: line(), address: emailAddress(messages.address) }),
  team: z.object({
    recipients: rawText(messages.recipients).refine(
      (text) => recipients.safeParse(splitRecipients(text)).success,
      messages.recipients,
    ),
  }),
  imap: server.extend({ user: line(1, messages.user), mailbox: line().default('') }),
  backup: z.object({
    endpoint: code(/^(?:https:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w./-]*)?)?$/, messages.endpoint),
    region: code(/^[a-z\d-]+$/, messages.region),
    bucket: code(/^[a-z\d][a-z\d.-]+[a-z\d]$/, messages.bucket),
    prefix: code(/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?)?$/, messages.prefix),
    key: code(/^\S+$/, messages.key),
    secret: secret(messages.secret),
  }),
} satisfies Record<ConnectionKind, z.ZodObject>;

export type ConnectionValues = {
  [Kind in ConnectionKind]: z.output<(typeof CONNECTION_SCHEMAS)[Kind]>;
};

export const connectionSchema = z.object({
  kind: z.enum(CONNECTION_KINDS),
  /** Empty while it is not set; never with a secret. */
  values: z.record(z.string(), z.union([z.string(), z.int()])),
  hasSecret: z.boolean(),
  /** The stored values cannot be used; they need to be entered again. */
  isUnreadable: z.boolean(),
  /** Null but for backups. */
  isEncrypted: z.boolean().nullable(),
  /** Variable of the environment that sets it instead. */
  variable: z.string().nullable(),
});

export type Connection = z.infer<typeof connectionSchema>;

/** Address of the test email; null for a mailbox or bucket. */
export const connectionTestSchema = z.object({ recipient: z.string().nullable() });

export type ConnectionTest = z.infer<typeof connectionTestSchema>;
