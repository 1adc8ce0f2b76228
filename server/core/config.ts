import { isAbsolute, resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import type { ConnectionKind } from '#shared/connections/values.ts';
import { findAddressProblem } from './database-address.ts';
import { readImapUrl } from './imap-url.ts';
import { findEncodingProblem, findPrefixProblem } from './url-encoding.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function checkedText(findProblem: (value: string) => string | null) {
  return z.string().superRefine((value, context) => {
    const problem = findProblem(value);
    if (problem !== null) context.addIssue(problem);
  });
}

function findProtocolProblem(value: string, protocols: string[]): string | null {
  const url = URL.parse(value);
  if (url !== null && protocols.includes(url.protocol)) return null;
  return `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
}

// Contains no password; percent signs in path and query are sent unchanged.
const webUrl = checkedText((value) => {
  const problem = findProtocolProblem(value, ['http:', 'https:']);
  return problem && ((URL.canParse(value) ? null : findEncodingProblem(value)) ?? problem);
});

const databaseUrl = checkedText((value) => findEncodingProblem(value) ?? findAddressProblem(value));

const onUnlessOff = z
  .enum(['on', 'off'], { error: 'must be on or off' })
  .default('on')
  .transform((value) => value === 'on');

const list = z.string().transform((text) => text.split(',').flatMap((entry) => entry.trim() || []));

const secretKey = z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits');
const emailAddress = z.email();
const hostName = z.hostname('must be the name of a domain');

export type Mailbox = { name: string; address: string };

function parseMailbox(text: string): Mailbox | null {
  const [, name = '', inBrackets] = /^(.*)<([^<>]+)>$/su.exec(text.trim()) ?? [];
  const address = emailAddress.safeParse(inBrackets?.trim() ?? text.trim());
  const bare = name.trim().replace(/^"(.*)"$/u, '$1');
  if (!address.success || bare.length > 200 || /\p{Cc}/u.test(bare)) return null;
  return { name: bare, address: address.data };
}

const mailbox = z.string().transform((text, context) => {
  const parsed = parseMailbox(text);
  if (parsed) return parsed;
  context.addIssue('must be an e-mail address, or a name with the address in angle brackets');
  return z.NEVER;
});

const MAX_TEAM = 20;

const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .default('3000')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number'),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: webUrl
    .refine((value) => ['', '/'].includes(URL.parse(value)?.pathname ?? ''), 'must have no path')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.nullable().default(null),
  ADMIN_USERNAME: z
    .string()
    .regex(/^[\w.@-]{1,64}$/, 'must be 1 to 64 letters, digits or . _ @ -')
    .default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .refine(
      (password) => Buffer.byteLength(password) >= 12 && Buffer.byteLength(password) <= 72,
      'must be 12 to 72 bytes long',
    )
    .nullable()
    .default(null),
  SAMPLE_CONTENT: onUnlessOff,
  TRUSTED_PROXIES: list
    .refine(
      (entries) => entries.every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry)),
      'must be addresses or ranges, with commas',
    )
    .default([]),
  PROTECTION: z
    .enum(['on', 'simulate', 'off'], { error: 'must be on, simulate or off' })
    .nullable()
    .default(null),
  SMTP_URL: checkedText(
    (value) => findEncodingProblem(value) ?? findProtocolProblem(value, ['smtp:', 'smtps:']),
  )
    .refine((value) => URL.parse(value)?.hostname !== '', 'must name a mail server')
    .nullable()
    .default(null),
  MAIL_FROM: mailbox.nullable().default(null),
  NOTIFY_EMAIL: list
    .refine(
      (entries) => z.array(emailAddress).max(MAX_TEAM).safeParse(entries).success,
      `must be up to ${MAX_TEAM} e-mail addresses, with commas`,
    )
    .default([]),
  NOTIFY_WEBHOOK_URL: webUrl.optional(),
  NOTIFY_WEBHOOK_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  IMAP_URL: checkedText((value) => {
    const problem = findEncodingProblem(value);
    if (problem !== null || readImapUrl(value) !== null) return problem;
    return 'must be imaps://user:password@host/Mailbox, or imap:// where the server encrypts by STARTTLS';
  })
    .nullable()
    .default(null),
  DKIM_DOMAIN: hostName.optional(),
  DKIM_SELECTOR: hostName.optional(),
  DKIM_PRIVATE_KEY_FILE: z.string().optional(),
  FILES: z.enum(['disk', 's3'], { error: 'must be disk or s3' }).optional(),
  S3_ENDPOINT: webUrl.nullable().default(null),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().min(3, 'must be a bucket name').optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  AUDIT_KEY: secretKey.nullable().default(null),
  TOTP_KEY: secretKey.nullable().default(null),
  TRACK_KEY: secretKey.nullable().default(null),
  BACKUP_KEY: z
    .string()
    .regex(
      /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/i,
      'must be a key as npm run admin -- make-backup-key prints it',
    )
    .transform((key) => key.toUpperCase())
    .nullable()
    .default(null),
  BACKUP_TARGET: checkedText((place) => {
    if (isS3(place) ? URL.parse(place)?.hostname : isAbsolute(place)) {
      return isS3(place) ? findPrefixProblem(place) : null;
    }
    return 'must be an absolute folder or s3://bucket/prefix';
  })
    .transform((place) => (isS3(place) ? place : `${place}/`))
    .nullable()
    .default(null),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').nullable().default(null),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })
    .default('info'),
});

export const SETTINGS = Object.keys(environmentSchema.shape);

function isAlmost(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  const isSwapped = rest[0] === otherRest[1] && rest[1] === otherRest[0];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    (isSwapped && rest.slice(2) === otherRest.slice(2))
  );
}

const MIN_MISSPELT_LENGTH = 6;

export function findMisspelt(environment: NodeJS.ProcessEnv): [name: string, meant: string][] {
  const names = Object.keys(environment).filter(
    (name) => name.length >= MIN_MISSPELT_LENGTH && !SETTINGS.includes(name),
  );
  return names.flatMap((name) => {
    const meant = SETTINGS.find(
      (setting) =>
        setting.length >= MIN_MISSPELT_LENGTH &&
        !environment[setting] &&
        isAlmost(name.toUpperCase(), setting),
    );
    return meant === undefined ? [] : [[name, meant] as [string, string]];
  });
}

export type Config = ReturnType<typeof toConfig>;

export type ConfigResult = { config: Config } | { problems: string[] };

export function readConfig(environment: NodeJS.ProcessEnv = process.env): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { problems: issues.map(({ path, message }) => `${path.join('.')} ${message}`) };
  }
  const conflict = findConflict(parsed.data);
  return conflict === null ? { config: toConfig(parsed.data) } : { problems: [conflict] };
}

type Values = z.infer<typeof environmentSchema>;

function isPartial(settings: unknown[]): boolean {
  return settings.some(Boolean) && !settings.every(Boolean);
}

function findConflict(values: Values): string | null {
  const keys = [values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY];
  const bucket = [values.S3_BUCKET, ...keys];
  const isForBackups = isS3(values.BACKUP_TARGET);
  if (isPartial(isForBackups && values.S3_BUCKET === undefined ? keys : bucket)) {
    return 'S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together';
  }
  if (isForBackups && !values.S3_ACCESS_KEY_ID) {
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given for BACKUP_TARGET in S3';
  }
  if (values.FILES === 's3' && !bucket.every(Boolean)) {
    return 'S3_BUCKET and its keys must be given with FILES=s3';
  }
  if (isPartial([values.DKIM_DOMAIN, values.DKIM_SELECTOR, values.DKIM_PRIVATE_KEY_FILE])) {
    return 'DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE must be given together';
  }
  if (isPartial([values.NOTIFY_WEBHOOK_URL, values.NOTIFY_WEBHOOK_SECRET])) {
    return 'NOTIFY_WEBHOOK_URL and NOTIFY_WEBHOOK_SECRET must be given together';
  }
  if (values.MAIL_FROM === null && (values.SMTP_URL !== null || values.IMAP_URL !== null)) {
    return `MAIL_FROM must be given with ${values.SMTP_URL === null ? 'IMAP_URL' : 'SMTP_URL'}`;
  }
  return null;
}

function isS3(place: string | null): boolean {
  return place?.startsWith('s3://') === true;
}

export type MailConfig = ReturnType<typeof toMailConfig>;

function toMailConfig(values: Values) {
  const from = values.MAIL_FROM ?? { name: '', address: '' };
  return {
    /** Null: mails become files. */
    smtpUrl: values.SMTP_URL,
    from,
    /** Stored connections that have to be entered again. */
    unreadable: [] as { kind: ConnectionKind; reason: string }[],
    inbox: values.IMAP_URL === null ? null : readImapUrl(values.IMAP_URL),
    team: values.NOTIFY_EMAIL,
    dkim:
      values.DKIM_DOMAIN && values.DKIM_SELECTOR && values.DKIM_PRIVATE_KEY_FILE
        ? {
            domain: values.DKIM_DOMAIN,
            selector: values.DKIM_SELECTOR,
            privateKeyFile: resolve(values.DKIM_PRIVATE_KEY_FILE),
          }
        : null,
  };
}

function s3AccessOf(values: Values) {
  if (!values.S3_ACCESS_KEY_ID || !values.S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID,
    secretAccessKey: values.S3_SECRET_ACCESS_KEY,
  };
}

function toConfig(values: Values) {
  const s3Access = s3AccessOf(values);
  const bucket = values.S3_BUCKET && s3Access ? { ...s3Access, bucket: values.S3_BUCKET } : null;
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
    /** Without PUBLIC_URL, only IP addresses and internal names are served. */
    isPublicUrlGiven: values.PUBLIC_URL !== undefined,
    dataDir: isAbsolute(values.DATA_DIR) ? values.DATA_DIR : resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    admin: { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD },
    hasSampleContent: values.SAMPLE_CONTENT,
    trustedProxies: values.TRUSTED_PROXIES,
    protection: values.PROTECTION,
    mail: toMailConfig(values),
    webhook:
      values.NOTIFY_WEBHOOK_URL && values.NOTIFY_WEBHOOK_SECRET
        ? { url: values.NOTIFY_WEBHOOK_URL, secret: values.NOTIFY_WEBHOOK_SECRET }
        : null,
    /** Null: files are on disk. */
    s3: values.FILES === 'disk' ? null : bucket,
    unusedS3: values.FILES === 'disk' ? bucket : null,
    /** S3 credentials, also where only backups use them. */
    s3Access,
    backupTarget: values.BACKUP_TARGET,
    /** Hexadecimal; null: the data folder has one. */
    auditKey: values.AUDIT_KEY,
    totpKey: values.TOTP_KEY,
    trackKey: values.TRACK_KEY,
    /** Null: backups are not encrypted. */
    backupKey: values.BACKUP_KEY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  };
}
