import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Config, findMisspelt, readConfig, SETTINGS } from './config.ts';

function configOf(environment: NodeJS.ProcessEnv): Config {
  const result = readConfig(environment);
  if ('problems' in result) throw new Error(result.problems.join('\n'));
  return result.config;
}

it.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SMTP_UR', 'SMTP_URL'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['SMTPXURL', 'SMTP_URL'],
  ['smtp_url', 'SMTP_URL'],
  ['XBACKUP_TARGET', 'BACKUP_TARGET'],
  ['MTPS_URL', undefined],
  ['SMPTURL', undefined],
])('%s may stand for %s', (name, meant) => {
  expect(findMisspelt({ [name]: 'x' }).map(([, setting]) => setting)).toEqual(
    meant === undefined ? [] : [meant],
  );
});

describe('readConfig', () => {
  it('has a default for everything, also in place of an empty value', () => {
    for (const environment of [{}, { PORT: ' ' }]) {
      expect(configOf(environment)).toMatchObject({
        port: 3_000,
        publicUrl: 'http://localhost:3000',
        isPublicUrlGiven: false,
        dataDir: expect.stringMatching(/\/\.data$/),
        databaseUrl: null,
        hasSampleContent: true,
        s3: null,
      });
    }
  });

  it('takes a trailing slash off the address', () => {
    expect(configOf({ PUBLIC_URL: 'https://vitrin.example/' })).toMatchObject({
      publicUrl: 'https://vitrin.example',
      isPublicUrlGiven: true,
    });
  });

  it('reads lists of addresses and ranges', () => {
    const { trustedProxies } = configOf({ TRUSTED_PROXIES: '10.0.0.0/8, ::1,' });
    expect(trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_URL', 'vitrin.example'],
    ['PUBLIC_URL', 'https://vitrin.example/path'],
    ['DATABASE_URL', 'mysql://x'],
    ['ADMIN_USERNAME', 'with space'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'ü'.repeat(40)],
    ['SAMPLE_CONTENT', 'yes'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['PROTECTION', 'maybe'],
    ['SMTP_URL', 'http://x'],
    ['SMTP_URL', 'smtp:'],
    ['IMAP_URL', 'https://user:password@mail.example'],
    ['IMAP_URL', 'imaps://mail.example/INBOX'],
    ['IMAP_URL', 'imaps://us%er:password@mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Name <nobody>'],
    ['MAIL_FROM', 'Na\nme <a@example.com>'],
    ['NOTIFY_EMAIL', 'a@example.com, nobody'],
    ['NOTIFY_EMAIL', 'Name <a@example.com>'],
    ['NOTIFY_WEBHOOK_URL', 'ftp://example.com'],
    ['NOTIFY_WEBHOOK_SECRET', 'short'],
    ['DKIM_DOMAIN', 'not a domain'],
    ['METRICS_TOKEN', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('names the problem with %s=%s on one line', (name, value) => {
    const result = readConfig({ [name]: value });
    expect('problems' in result && result.problems).toEqual([
      expect.stringMatching(new RegExp(`^${name} must `)),
    ]);
  });

  it.each([
    ['SMTP_URL', 'smtp://user:S3cr%t@mail.example:587', ['%25 instead of %']],
    ['SMTP_URL', 'smtp://user:S3cr%FFt@mail.example:587', ['%25 instead of %']],
    ['SMTP_URL', 'smtp://user:S3cr/t@mail.example:587', ['%2F instead of /']],
    ['SMTP_URL', 'smtp://user:12#S3crt@mail.example:587', ['%23 instead of #']],
    ['SMTP_URL', 'smtp://user:S3crt', ['%23 instead of #']],
    ['SMTP_URL', 'smtp://user:S@3/crt@mail.example', ['%2F instead of /']],
    ['IMAP_URL', 'imaps://user:S3cr?t@mail.example/INBOX', ['%3F instead of ?']],
    ['DATABASE_URL', 'postgres://user:S%3/cr#t@db/x', ['%25 instead of %', '%2F instead of /']],
    ['DATABASE_URL', 'postgres://user:S3cr/t@one:5432,two:5432/x', ['%2F instead of /']],
    ['DATABASE_URL', 'postgres://user:12/S3crt@db/x', ['%2F instead of /']],
    ['S3_ENDPOINT', 'https://user:S3cr/t@s3.example', ['%2F instead of /']],
    ['PUBLIC_URL', 'https://user:S3cr#t@www.example', ['%23 instead of #']],
    ['NOTIFY_WEBHOOK_URL', 'https://user:S3cr?t@hooks.example', ['%3F instead of ?']],
    ['BACKUP_TARGET', 's3://bucket/S3cr#t', ['%23 instead of #']],
    ['BACKUP_TARGET', 's3://bucket/S3cr%t', ['%25 instead of %']],
  ])('names the characters of %s=%s that must be encoded, not the secret', (name, value, said) => {
    const result = readConfig({ [name]: value });
    const problems = 'problems' in result ? result.problems : [];
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
    for (const each of said) expect(problems[0]).toContain(each);
    expect(problems[0]).not.toMatch(/S3c|crt|cr#t/);
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:p%2Fw@db/x?application_name=a@b'],
    ['DATABASE_URL', 'postgres://localhost:5432/x?user=a@b'],
    ['DATABASE_URL', 'postgres://one:5432,two:5432'],
    ['DATABASE_URL', 'postgres://[::1]:5432/x'],
    ['NOTIFY_WEBHOOK_URL', 'https://hooks.example:8443/services/@team?at=50%'],
    ['BACKUP_TARGET', '/backup/50%#1'],
  ])('accepts %s=%s', (name, value) => {
    const NOTIFY_WEBHOOK_SECRET = 'a secret of enough length';
    const more = name === 'NOTIFY_WEBHOOK_URL' ? { NOTIFY_WEBHOOK_SECRET } : {};
    expect(readConfig({ [name]: value, ...more })).toHaveProperty('config');
  });

  it('reads who mails come from, and who is told', () => {
    expect(configOf({}).mail).toMatchObject({
      smtpUrl: null,
      from: { name: '', address: '' },
      team: [],
      dkim: null,
    });
    const MAIL_FROM = '"Atölye, Ankara" <a@example.com>';
    const from = { name: 'Atölye, Ankara', address: 'a@example.com' };
    expect(configOf({ MAIL_FROM }).mail).toMatchObject({ from, team: [] });
    const NOTIFY_EMAIL = 'b@example.com, c@example.com,';
    const { team } = configOf({ MAIL_FROM, NOTIFY_EMAIL }).mail;
    expect(team).toEqual(['b@example.com', 'c@example.com']);
  });

  it('reads the mailbox of answers', () => {
    const inboxOf = (IMAP_URL: string) =>
      configOf({ IMAP_URL, MAIL_FROM: 'a@example.com' }).mail.inbox;
    const secure = { host: 'mail.example', port: 993, isSecure: true, isLocal: false };
    expect(inboxOf('imaps://us%40er:p%2Fw@mail.example/Answers%20in')).toEqual({
      ...secure,
      user: 'us@er',
      password: 'p/w',
      mailbox: 'Answers in',
    });
    expect(inboxOf('imaps://a:b@mail.example/team@example.com')?.mailbox).toBe('team@example.com');
    const local = { host: '::1', port: 1143, isSecure: false, isLocal: true, mailbox: 'INBOX' };
    expect(inboxOf('imap://a:b@[::1]:1143')).toMatchObject(local);
  });

  it.each([
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be given with SMTP_URL'],
    [{ IMAP_URL: 'imaps://a:b@mail.example' }, 'MAIL_FROM must be given with IMAP_URL'],
    [{ NOTIFY_WEBHOOK_URL: 'https://example.com' }, 'NOTIFY_WEBHOOK_SECRET must be given together'],
    [{ DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'mail' }, 'must be given together'],
    [{ S3_BUCKET: 'files' }, 'must be given together'],
  ])('asks for what belongs to %j', (environment, problem) => {
    expect(readConfig(environment)).toEqual({ problems: [expect.stringContaining(problem)] });
  });

  it('reports every problem at once', () => {
    const result = readConfig({ PORT: 'x', LOG_LEVEL: 'x' });
    expect('problems' in result && result.problems).toHaveLength(2);
  });

  it('takes the keys of S3 for backups alone', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig(keys)).toHaveProperty('problems');
    expect(readConfig({ BACKUP_TARGET: 's3://bucket/x' })).toHaveProperty('problems');
    expect(readConfig({ ...keys, BACKUP_TARGET: 's3://bucket/x' })).toMatchObject({
      config: { s3: null, s3Access: { accessKeyId: 'id' }, backupTarget: 's3://bucket/x' },
    });
    expect(readConfig({ BACKUP_TARGET: '/backup' })).toMatchObject({
      config: { backupTarget: '/backup/', backupKey: null },
    });
    for (const place of ['backup', 's3://', './x']) {
      expect(readConfig({ BACKUP_TARGET: place }), place).toHaveProperty('problems');
    }
  });
});

describe('the settings', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

  it('are all in .env.example, and nothing else is', () => {
    const named = read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm);
    expect(new Set([...named].map(([, name]) => name))).toEqual(new Set(SETTINGS));
  });

  it('are all in the table of the README', () => {
    const rows = read('README.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|')[1] ?? '')
      .join();
    expect(SETTINGS.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
  });
});
