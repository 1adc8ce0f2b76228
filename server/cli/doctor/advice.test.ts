import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/core/config.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { checkMailDns } from '#server/services/setup/index.ts';
import { makeDataDir } from '#tests/support/data-dir.ts';
import { adviseFileFailure, adviseMailFailure, describeFindings } from './finding.ts';

const ROOM = { bavail: 9, files: 9, ffree: 9 };

describe('advice', () => {
  it.each([
    ['EACCES: permission denied, open', ROOM, /chown -R \w+: \/data$/],
    ['connect EACCES /run/x/.s.PGSQL.5432', ROOM, /^The user \w+ may not open the socket/],
    ['EPERM: operation not permitted', ROOM, /chown -R/],
    ['EROFS: read-only file system', ROOM, /read-only/],
    ['ENOSPC: no space left on device', { ...ROOM, bavail: 0 }, /^The disk is full.*df -h \/data/],
    ['ENOSPC: no space left on device', { ...ROOM, ffree: 0 }, /no inode.*df -i \/data/],
    // Some file systems count no inodes.
    ['ENOSPC', { bavail: 9, files: 0, ffree: 0 }, /^The disk is full/],
  ])('for %s with %j', async (text, space, expected) => {
    expect(await adviseFileFailure(text, '/data', () => Promise.resolve(space))).toMatch(expected);
    expect(await adviseFileFailure('connect ECONNREFUSED', '/data')).toBeNull();
  });

  it.each([
    ['The mail server cannot be reached: self-signed certificate', /NODE_EXTRA_CA_CERTS=/],
    ['unable to verify the first certificate', /NODE_EXTRA_CA_CERTS=/],
    ['connect ECONNREFUSED 127.0.0.1:25', /^Check SMTP_URL/],
  ])('for a mail server: %s', (text, expected) => {
    expect(adviseMailFailure(text, 'SMTP_URL')).toMatch(expected);
  });
});

const [SPF, DKIM] = ['TXT agency.com', 'TXT s1._domainkey.agency.com'];
const [DMARC, PTR] = ['TXT _dmarc.agency.com', 'PTR 198.51.100.7'];

describe('the DNS records of emails', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const p = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

  async function check(
    records: Record<string, string[]>,
    { SMTP_URL = 'smtp://mail.agency.com', isSigned = true } = {},
  ) {
    const folder = await makeDataDir();
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'dkim.pem');
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const result = readConfig({
      SMTP_URL,
      MAIL_FROM: 'hello@agency.com',
      PUBLIC_URL: 'https://www.agency.com',
      DKIM_DOMAIN: 'agency.com',
      DKIM_SELECTOR: 's1',
      DKIM_PRIVATE_KEY_FILE: file,
    });
    if ('problems' in result) throw new Error(result.problems.join());
    const find = (type: string, name: string) => {
      const found = records[`${type} ${name}`];
      if (found) return Promise.resolve(found);
      return Promise.reject(Object.assign(new Error(`query ${name}`), { code: 'ENOTFOUND' }));
    };
    const mailer = await createMailer(result.config, () => '');
    const route = { ...mailer, ...(isSigned ? {} : { dkim: null }), sender: mailer.from.address };
    const findings = await checkMailDns(route, {
      resolveTxt: async (name: string) => (await find('TXT', name)).map((text) => [text]),
      resolve4: (name: string) => find('A', name) as Promise<never>,
      reverse: (address: string) => find('PTR', address),
    });
    return describeFindings(findings.map((each) => ({ area: 'Mail', ...each })));
  }

  const right = {
    [SPF]: ['v=spf1 mx ~all', 'another=record'],
    [DKIM]: [`v=DKIM1; k=rsa; p=${p}`],
    [DMARC]: ['v=DMARC1; p=none'],
    'A mail.agency.com': ['198.51.100.7'],
    [PTR]: ['mail.agency.com'],
  };

  it.each([
    [SPF, [], /SPF: no record.*\n +→ .*agency\.com\. TXT "v=spf1 a:mail\.agency\.com mx ~all"/],
    [SPF, ['v=spf1 mx', 'v=spf1 a'], /SPF: agency\.com has 2 records/],
    [DKIM, [], /no record s1\._domainkey.*\n +→ .* TXT "v=DKIM1; k=rsa; p=MII/],
    [DKIM, ['v=DKIM1; p=MIIother'], /has another key/],
    [DMARC, [], /DMARC: .*no record.*\n +→ .*_dmarc\.agency\.com\. TXT "v=DMARC1; p=none;/],
    [PTR, [], /no name.*\n +→ .*7\.100\.51\.198\.in-addr\.arpa\. PTR mail\.agency\.com\./],
    [PTR, ['other.host.com'], /Reverse DNS: 198\.51\.100\.7 has no name that leads back/],
  ])('are named with the record to paste: %s %j', async (name, value, expected) => {
    expect(await check({ ...right, [name]: value })).toMatch(expected);
  });

  it('are found where they are right, for this machine where its own mail server sends', async () => {
    expect(await check(right)).toMatch(/\n0 problems, 0 warnings\.$/);
    const records = { ...right, 'A www.agency.com': ['198.51.100.8'] };
    expect(await check(records, { SMTP_URL: 'smtp://127.0.0.1:25' })).toMatch(
      /198\.51\.100\.8 has no name/,
    );
  });

  it('tells from the names below _domainkey whether a mail server can sign', async () => {
    const isSigned = false;
    expect(await check(right, { isSigned })).toMatch(/WARNING.*agency\.com publishes no key/);
    const known = { ...right, 'TXT _domainkey.agency.com': [] };
    expect(await check(known, { isSigned })).toMatch(/ok.*agency\.com publishes a key/);
  });
});
