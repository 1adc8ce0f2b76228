import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { errorCode, errorText } from '#server/lib/files.ts';
import type { Mailer } from '#server/mail/mailer.ts';

type Lookups = Pick<Resolver, 'resolveTxt' | 'resolve4' | 'reverse'>;

type Result = { text: string } & (
  | { level: 'ok' }
  | { level: 'warning' | 'problem'; advice: string }
);

export type DnsCheck = { name: 'spf' | 'dkim' | 'dmarc' | 'reverse' } & Result;

/** `sender`: the address that emails are sent from. */
export type MailRoute = Pick<Mailer, 'smtpHost' | 'dkim' | 'siteUrl'> & { sender: string };

const NOT_PUBLIC =
  /(?:^|\.)(?:localhost|example(?:\.(?:com|net|org))?|invalid|test|local|internal)$/;
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cde])/;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
const FRESH_MS = 10 * 60_000;

function ok(text: string): Result {
  return { level: 'ok', text };
}

function warning(text: string, advice: string): Result {
  return { level: 'warning', text, advice };
}

/** Empty without a mail server or a public domain. */
export async function checkMailDns(
  { sender, smtpHost, dkim, siteUrl }: MailRoute,
  lookups: Lookups = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<DnsCheck[]> {
  const domain = sender.split('@').at(-1) ?? '';
  if (smtpHost === null || domain === '' || NOT_PUBLIC.test(domain)) return [];
  const checks: Record<DnsCheck['name'], Promise<Result>> = {
    spf: checkSpf(lookups, domain, smtpHost),
    dkim: checkDkim(lookups, domain, dkim),
    dmarc: checkDmarc(lookups, domain, sender),
    reverse: checkReverse(lookups, smtpHost, new URL(siteUrl).hostname),
  };
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const result = await check.catch((error: unknown) =>
        warning(`DNS does not respond: ${errorText(error)}.`, 'Try again later.'),
      );
      return { name: name as DnsCheck['name'], ...result };
    }),
  );
}

let cached: { key: string; at: number; checks: Promise<DnsCheck[]> } | null = null;

/** Asks DNS at most once in ten minutes, as long as the route stays the same. */
export function checkCachedMailDns({ dkim, ...route }: MailRoute): Promise<DnsCheck[]> {
  const { sender, smtpHost, siteUrl } = route;
  const key = [sender, smtpHost, siteUrl, dkim?.keySelector, dkim?.domainName].join(' ');
  if (cached?.key !== key || performance.now() - cached.at > FRESH_MS) {
    cached = { key, at: performance.now(), checks: checkMailDns({ dkim, ...route }) };
  }
  return cached.checks;
}

async function orEmpty<T>(lookup: Promise<T[]>): Promise<T[]> {
  return lookup.catch((error: unknown) => {
    if (ABSENT.has(errorCode(error) ?? '')) return [];
    throw error;
  });
}

async function readRecords(lookups: Lookups, name: string, beginning: RegExp): Promise<string[]> {
  const records = await orEmpty(lookups.resolveTxt(name));
  return records.map((parts) => parts.join('')).filter((text) => beginning.test(text));
}

async function checkSpf(lookups: Lookups, domain: string, host: string): Promise<Result> {
  const found = await readRecords(lookups, domain, /^v=spf1(?: |$)/i);
  if (found.length === 1) return ok(`SPF of ${domain}: ${found[0]}`);
  const text =
    found.length > 1
      ? `SPF: ${domain} has ${found.length} records, so receivers use none.`
      : `SPF: no record says who may send for ${domain}.`;
  const record = `${domain}. TXT "v=spf1 a:${host} mx ~all"`;
  return warning(text, `Have one record, this or the one that your provider names: ${record}`);
}

async function checkDkim(
  lookups: Lookups,
  domain: string,
  key: MailRoute['dkim'],
): Promise<Result> {
  if (key === null) return checkForeignDkim(lookups, domain);
  const name = `${key.keySelector}._domainkey.${key.domainName}`;
  const publicKey = createPublicKey(createPrivateKey(key.privateKey))
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
  const [found] = await readRecords(lookups, name, /(?:^|;)\s*p=/i);
  const published = /(?:^|;)\s*p=([^;]*)/i.exec(found ?? '')?.[1]?.replaceAll(/\s/g, '');
  if (published === publicKey) return ok(`DKIM: ${name} has the key that we sign with.`);
  const text =
    found === undefined
      ? `DKIM: there is no record ${name}, so our signatures count as broken.`
      : `DKIM: ${name} has another key than the one that we sign with.`;
  const advice = `Make this record: ${name}. TXT "v=DKIM1; k=rsa; p=${publicKey}"`;
  return { level: 'problem', text, advice };
}

/** A name without records of its own still exists when there are names below it (RFC 8020). */
async function checkForeignDkim(lookups: Lookups, domain: string): Promise<Result> {
  const name = `_domainkey.${domain}`;
  const isAbsent = await lookups.resolveTxt(name).then(
    () => false,
    (error: unknown) => {
      if (ABSENT.has(errorCode(error) ?? '')) return errorCode(error) === 'ENOTFOUND';
      throw error;
    },
  );
  if (!isAbsent) return ok(`DKIM: ${domain} publishes a key, which the mail server can sign with.`);
  const advice = 'Turn DKIM on at your mail provider, and make the record that it names.';
  return warning(`DKIM: ${domain} publishes no key, so emails cannot be signed for it.`, advice);
}

async function checkDmarc(lookups: Lookups, domain: string, sender: string): Promise<Result> {
  for (const name of [domain, domain.split('.').slice(-2).join('.')]) {
    const [found] = await readRecords(lookups, `_dmarc.${name}`, /^v=DMARC1/i);
    if (found !== undefined) return ok(`DMARC of ${name}: ${found}`);
  }
  const record = `_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:${sender}"`;
  return warning(`DMARC: ${domain} has no record.`, `Make this record: ${record}`);
}

async function checkReverse(lookups: Lookups, smtpHost: string, site: string): Promise<Result> {
  const isOwn = PRIVATE.test(smtpHost) || smtpHost === 'localhost';
  const host = isOwn ? site : smtpHost;
  const address = isIP(host) === 4 ? host : (await orEmpty(lookups.resolve4(host)))[0];
  if (address === undefined || PRIVATE.test(address)) {
    return ok(`Reverse DNS: ${host} has no public IPv4 address to look up.`);
  }
  const names = await orEmpty(lookups.reverse(address));
  for (const name of names) {
    if ((await orEmpty(lookups.resolve4(name))).includes(address)) {
      return ok(`Reverse DNS: ${address} is ${name}, and back.`);
    }
  }
  const record = `${address.split('.').toReversed().join('.')}.in-addr.arpa. PTR ${host}.`;
  return warning(
    `Reverse DNS: ${address} has no name that leads back to it.`,
    `Ask the provider of the address for this record: ${record}`,
  );
}
