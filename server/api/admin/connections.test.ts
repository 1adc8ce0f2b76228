import { expect, onTestFinished, vi } from 'vitest';
import { LIMITS } from '#server/core/limits.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { readConfig } from '#server/core/config.ts';
import { readConnections, resolveMail } from '#server/services/connections/index.ts';
import { sealConnection } from '#server/services/connections/stored.ts';
import { PROOF_MS } from '#shared/admin-sessions/values.ts';
import { insertRows, readRows, updateRows } from '#tests/support/database/rows.ts';
import { it } from '#tests/support/fixtures.ts';
import { startImapServer } from '#tests/support/mail/imap-server.ts';
import { startMailServer } from '#tests/support/mail/mail-server.ts';
import { createTestApp, TEST_TOTP_KEY, type TestApp } from '#tests/support/test-app.ts';
import { signedInRequests } from '#tests/support/admin-requests.ts';

const PASSWORD = 'kept-for-this-server';

async function startServer() {
  const server = await startMailServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === PASSWORD
        ? done(null, { user: username })
        : done(new Error('Invalid user or password')),
  });
  onTestFinished(() => server.stop());
  return server;
}

function buildSmtp({ port }: { port: number }, changes: object = {}) {
  const place = { host: '127.0.0.1', port, encryption: 'starttls' };
  return { ...place, user: 'site', password: PASSWORD, ...changes };
}

async function readMail(api: TestApp, totpKey = TEST_TOTP_KEY) {
  const result = readConfig({ DATA_DIR: api.folder });
  if ('problems' in result) throw new Error(result.problems.join());
  const { config } = result;
  const mail = resolveMail(config.mail, await readConnections(api.db, totpKey));
  return { config, mail };
}

it('takes a mail server, sends a test through it, and never sends the password back', async ({
  admin,
  api,
}) => {
  const server = await startServer();
  const email = `${admin.username}@example.com`;
  await updateRows(api.db, 'adminUsers', { id: admin.adminUserId }, { email });
  expect((await admin.post('connections/smtp/test')).body.error.message).toMatch(/^Enter and save/);
  const { config } = await readMail(api);
  const mailer = await createMailer(config, () => '');
  const followed = vi.fn<() => void>();
  mailer.follow(followed);
  const { password: _, ...shown } = buildSmtp(server);
  const saved = await admin.post('connections/smtp', buildSmtp(server));
  expect(saved.status).toBe(200);
  expect((await admin.post('connections/smtp/test')).body).toEqual({ recipient: email });
  const [queued] = await readRows(api.db, 'outboxMails', ['kind', 'recipient']);
  expect(queued).toEqual({ kind: 'emails.test', recipient: email });
  mailer.use((await readMail(api)).mail);
  mailer.use((await readMail(api)).mail);
  expect(followed).toHaveBeenCalledOnce();
  expect([mailer.transport, await mailer.verify()]).toEqual(['smtp', null]);
  const rows = await readRows(api.db, 'connections', ['sealed']);
  const events = await readRows(api.db, 'securityEvents', ['reasons']);
  const read = await admin.get('connections');
  expect(read.body.items[0]).toMatchObject({ values: shown, has_secret: true, variable: null });
  expect(JSON.stringify([rows, events, read.body])).not.toContain(PASSWORD);
  expect(JSON.stringify(events)).toContain('Of Mail server');
  expect((await readMail(api, Buffer.alloc(32, 9))).mail.smtpUrl).toBeNull();
});

it('sends a stored password to no other server, user or kind of connection', async ({
  admin,
  api,
}) => {
  const server = await startServer();
  await admin.post('connections/smtp', buildSmtp(server));
  const again = await admin.post('connections/smtp', buildSmtp(server, { password: '' }));
  expect(again.status).toBe(200);
  for (const change of [
    { host: 'localhost' },
    { port: 25 },
    { user: 'x' },
    { encryption: 'tls' },
  ]) {
    const denied = await admin.post(
      'connections/smtp',
      buildSmtp(server, { password: '', ...change }),
    );
    expect(denied.body.error.fields).toEqual({ password: 'Enter the password' });
  }
  const { mail } = await readMail(api);
  expect(mail.smtpUrl).toBe(`smtp://site:${PASSWORD}@127.0.0.1:${server.port}`);
});

it('says in a sentence why a test failed', async ({ admin, api }) => {
  const server = await startServer();
  const email = `${admin.username}@example.com`;
  await updateRows(api.db, 'adminUsers', { id: admin.adminUserId }, { email });
  async function fail(change: object) {
    await admin.post('connections/smtp', buildSmtp(server, change));
    const { status, body } = await admin.post('connections/smtp/test');
    return `${status} ${body.error.message}`;
  }
  expect(await fail({ password: 'wrong' })).toMatch(/^409 The user name or the password is wrong/);
  expect(await fail({ host: 'no.invalid' })).toMatch(/^409 No server has this name/);
  expect(await fail({ port: 1 })).toMatch(/^409 The server cannot be reached/);
  expect(await fail({ encryption: 'tls' })).toMatch(/^409 The connection cannot be encrypted/);
});

it('signs in to a mailbox once there is a sender to reply to', async ({ admin, api }) => {
  const imap = await startImapServer();
  onTestFinished(() => imap.stop());
  const values = { ...buildSmtp(imap), password: 'secret', mailbox: '' };
  const early = await admin.post('connections/imap', values);
  expect(early.body.error.message).toMatch(/^The mailbox needs a sender/);
  await admin.post('connections/sender', { name: '', address: 'hello@deniz.example' });
  await admin.post('connections/team', { recipients: 'a@deniz.example, b@deniz.example' });
  await admin.post('connections/imap', values);
  expect((await admin.post('connections/imap/test')).body).toEqual({ recipient: null });
  expect((await admin.remove('connections/sender')).status).toBe(409);
  expect((await readMail(api)).mail).toMatchObject({
    from: { address: 'hello@deniz.example' },
    team: ['a@deniz.example', 'b@deniz.example'],
    inbox: { host: '127.0.0.1', isLocal: true, mailbox: 'INBOX' },
  });
  await admin.post('connections/imap', { ...values, password: 'wrong' });
  const { error } = (await admin.post('connections/imap/test')).body;
  expect(error.message).toMatch(/^The user name or the password is wrong/);
  await admin.remove('connections/imap');
  expect((await admin.remove('connections/sender')).status).toBe(200);
});

it('asks for a stored connection again that the rules no longer accept', async ({ admin, api }) => {
  await api.db.deleteFrom('connections').execute();
  const server = await startServer();
  const sealed = sealConnection(TEST_TOTP_KEY, 'smtp', buildSmtp(server, { host: 'no host' }));
  await insertRows(api.db, 'connections', { kind: 'smtp', sealed });
  await admin.post('connections/sender', { name: '', address: 'hello@deniz.example' });
  const { body } = await admin.get('connections');
  expect(body.items).toMatchObject([
    { kind: 'smtp', values: {}, has_secret: false, is_unreadable: true },
    { kind: 'sender', values: { address: 'hello@deniz.example' }, is_unreadable: false },
    { is_unreadable: false },
    { is_unreadable: false },
    { is_unreadable: false },
  ]);
  const { mail } = await readMail(api);
  expect(mail).toMatchObject({ smtpUrl: null, from: { address: 'hello@deniz.example' } });
  const reason = expect.stringContaining('Enter the name of the server');
  expect(mail.unreadable).toEqual([{ kind: 'smtp', reason }]);
  const smtpUrl = 'smtp://mail.host.example';
  const unreadable = { smtp: '', backup: '' };
  expect(resolveMail({ ...mail, smtpUrl }, { unreadable }, '/backup/').unreadable).toEqual([]);
  expect((await admin.post('connections/smtp', buildSmtp(server))).status).toBe(200);
  expect((await readMail(api)).mail.unreadable).toEqual([]);
});

it('needs a fresh proof, and allows so many changes and tests an hour', async ({ admin, api }) => {
  const send = () => admin.post('connections/team', { recipients: 'a@deniz.example' });
  await api.db.deleteFrom('securityEvents').execute();
  for (let sent = 0; sent < LIMITS.connectionAttemptsPerHour; sent += 1) await send();
  expect((await send()).status).toBe(429);
  api.clock.advance(PROOF_MS + 1);
  expect((await send()).body.error.code).toBe('PROOF_REQUIRED');
  api.clock.release();
});

it('shows what the environment sets, and rejects changes of it', async () => {
  const environment = {
    SMTP_URL: 'smtps://site:secret-of-host@mail.example.com',
    MAIL_FROM: 'Deniz <hello@deniz.example>',
  };
  const api = await createTestApp({ environment });
  onTestFinished(() => api.close());
  const admin = await signedInRequests(api);
  const { body } = await admin.get('connections');
  expect(body.items).toMatchObject([
    { kind: 'smtp', variable: 'SMTP_URL', values: { host: 'mail.example.com', port: 465 } },
    { kind: 'sender', variable: 'MAIL_FROM', values: { address: 'hello@deniz.example' } },
    { kind: 'team', variable: null, values: {} },
    { kind: 'imap', variable: null },
    { kind: 'backup', variable: null },
  ]);
  expect(JSON.stringify(body)).not.toContain('secret-of-host');
  const denied = await admin.post('connections/smtp', buildSmtp({ port: 25 }));
  expect(denied.body.error.message).toMatch(/^Your host has set this \(SMTP_URL\)/);
});
