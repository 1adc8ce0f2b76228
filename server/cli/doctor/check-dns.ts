import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Config } from '#server/core/config.ts';
import { errorCode, errorText } from '#server/lib/files.ts';
import { loadDkimKey } from '#server/mail/mailer.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

type Lookups = Pick<Resolver, 'resolveTxt' | 'resolve4' | 'reverse'>;

const NOT_PUBLIC =
  /(?:^|\.)(?:localhost|example(?:\.(?:com|net|org))?|invalid|test|local|internal)$/;
const PRIVATE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1$|f[cde])/;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

export async function checkDns(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  lookups: Lookups = new Resolver({ timeout: 2_000, tries: 2 }),
): Promise<Finding[]> {
  const domain = mail.from.address.split('@').at(-1) ?? '';
  if (mail.smtpUrl === null || NOT_PUBLIC.test(domain)) return [];
  const { hostname } = new URL(mail.smtpUrl);
  const checks = [
    checkSpf(lookups, domain, hostname),
    checkDkim(lookups, mail),
    checkDmarc(lookups, domain, mail.from.address),
    checkReverse(lookups, hostname, new URL(publicUrl).hostname),
  ];
  return Promise.all(
    checks.map((check) =>
      check.catch((error: unknown) =>
        warning(
          'Mail',
          `DNS does not respond: ${errorText(error)}.`,
          'Run this again where it does.',
        ),
      ),
    ),
  );
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

async function checkSpf(lookups: Lookups, domain: string, host: string): Promise<Finding> {
  const found = await readRecords(lookups, domain, /^v=spf1(?: |$)/i);
  if (found.length === 1) return ok('Mail', `SPF of ${domain}: ${found[0]}`);
  const text =
    found.length > 1
      ? `SPF: ${domain} has ${found.length} records, so receivers use none.`
      : `SPF: no record says who may send for ${domain}.`;
  const record = `${domain}. TXT "v=spf1 a:${host} mx ~all"`;
  return warning(
    'Mail',
    text,
    `Have one record, this or the one that your provider names: ${record}`,
  );
}

async function checkDkim(lookups: Lookups, mail: Config['mail']): Promise<Finding> {
  const key = await loadDkimKey(mail);
  if (key === null) {
    const advice = 'Set the three DKIM settings, unless the mail server signs.';
    return warning('Mail', 'DKIM: emails are not signed by us.', advice);
  }
  const name = `${key.keySelector}._domainkey.${key.domainName}`;
  const publicKey = createPublicKey(createPrivateKey(key.privateKey))
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
  const [found] = await readRecords(lookups, name, /(?:^|;)\s*p=/i);
  const published = /(?:^|;)\s*p=([^;]*)/i.exec(found ?? '')?.[1]?.replaceAll(/\s/g, '');
  if (published === publicKey) return ok('Mail', `DKIM: ${name} has the key that we sign with.`);
  const text =
    found === undefined
      ? `DKIM: there is no record ${name}, so our signatures count as broken.`
      : `DKIM: ${name} has another key than the one that we sign with.`;
  return problem('Mail', text, `Make this record: ${name}. TXT "v=DKIM1; k=rsa; p=${publicKey}"`);
}

async function checkDmarc(lookups: Lookups, domain: string, sender: string): Promise<Finding> {
  for (const name of [domain, domain.split('.').slice(-2).join('.')]) {
    const [found] = await readRecords(lookups, `_dmarc.${name}`, /^v=DMARC1/i);
    if (found !== undefined) return ok('Mail', `DMARC of ${name}: ${found}`);
  }
  const record = `_dmarc.${domain}. TXT "v=DMARC1; p=none; rua=mailto:${sender}"`;
  return warning('Mail', `DMARC: ${domain} has no record.`, `Make this record: ${record}`);
}

async function checkReverse(lookups: Lookups, smtpHost: string, site: string): Promise<Finding> {
  const isOwn = PRIVATE.test(smtpHost) || smtpHost === 'localhost';
  const host = isOwn ? site : smtpHost;
  const address = isIP(host) === 4 ? host : (await orEmpty(lookups.resolve4(host)))[0];
  if (address === undefined || PRIVATE.test(address)) {
    return ok('Mail', `Reverse DNS: ${host} has no public IPv4 address to look up.`);
  }
  const names = await orEmpty(lookups.reverse(address));
  for (const name of names) {
    if ((await orEmpty(lookups.resolve4(name))).includes(address)) {
      return ok('Mail', `Reverse DNS: ${address} is ${name}, and back.`);
    }
  }
  const record = `${address.split('.').toReversed().join('.')}.in-addr.arpa. PTR ${host}.`;
  return warning(
    'Mail',
    `Reverse DNS: ${address} has no name that leads back to it.`,
    `Ask the provider of the address for this record: ${record}`,
  );
}
