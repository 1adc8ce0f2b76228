import { expect } from 'vitest';
import { EMAIL_KEYS } from '#shared/site-content/emails.ts';
import { it } from '#tests/support/fixtures.ts';
import { LIMITS } from '#server/core/limits.ts';
import { readRows, updateRows } from '#tests/support/database/rows.ts';

it.for(EMAIL_KEYS)('rejects a variable that %s does not offer', async (key, { admin }) => {
  const path = `site-content/${key}`;
  const { updated_at: _, is_sample: __, ...copy } = (await admin.get(path)).body;
  for (const change of [
    { subject: 'For {name}' },
    { heading: '{deadline}' },
    { paragraphs: ['Yes.', '{message} {nmae}'] },
  ]) {
    const [[field, value] = []] = Object.entries(change);
    const { status, body } = await admin.put(path, { ...copy, ...change });
    const [unknown] = /\{\w+\}/.exec(String(value)) ?? [];
    expect([status, Object.keys(body.error.fields)]).toEqual([400, [field]]);
    expect(body.error.fields[String(field)]).toContain(`${unknown} cannot be filled in. Use {`);
  }
});

it('saves the texts of an email, and the built-in text for an empty one', async ({
  admin,
  api,
}) => {
  const path = 'site-content/email/order-receipt';
  const { updated_at: _, is_sample: __, ...copy } = (await admin.get(path)).body;
  const change = { ...copy, subject: 'Thank you: {reference}', heading: ' ', steps: [] };
  const { body } = await admin.put(path, change);
  expect(body).toMatchObject({ ...copy, subject: 'Thank you: {reference}', is_sample: false });
  const [row] = await readRows(api.db, 'siteContent', ['data'], { type: 'email' });
  expect(row?.data).toMatchObject({ subject: 'Thank you: {reference}', heading: copy.heading });
});

it('previews the texts of an email before they are saved', async ({ admin }) => {
  const path = 'site-content/email/message-receipt';
  const { updated_at: _, is_sample: __, ...copy } = (await admin.get(path)).body;
  const change = { ...copy, subject: 'Hello {reference}', paragraphs: ['One <b>', '{phone}'] };
  const { body } = await admin.post(`${path}/preview`, change);
  expect(body.subject).toMatch(/^Hello M-/);
  expect(body.text).toContain('\n\nOne <b>\n\nWhat happens next\n');
  expect(body.html).toContain('One &lt;b&gt;');
  expect((await admin.get(path)).body.subject).toBe(copy.subject);
  expect((await admin.post(`${path}/preview`, { ...change, heading: '{x}' })).status).toBe(400);
});

it('sends a test to the own address only, at most so many an hour', async ({ admin, api }) => {
  const path = 'site-content/email/reply/test';
  const id = admin.adminUserId;
  await updateRows(api.db, 'adminUsers', { id }, { email: null });
  const denied = await admin.post(path);
  expect([denied.status, denied.body.error.message]).toEqual([
    409,
    expect.stringMatching(/no email/),
  ]);
  const recipient = `${admin.username}@example.com`;
  await updateRows(api.db, 'adminUsers', { id }, { email: recipient });
  expect((await admin.post(path, { recipient: 'other@example.com' })).body).toEqual({ recipient });
  for (let sent = 1; sent < LIMITS.testMailsPerHour; sent += 1) await admin.post(path);
  expect((await admin.post(path)).status).toBe(429);
  // Another address is no way around the limit.
  await updateRows(api.db, 'adminUsers', { id }, { email: `new-${recipient}` });
  expect((await admin.post(path)).status).toBe(429);
  const mails = await readRows(api.db, 'outboxMails', ['id', 'recipient'], { kind: 'emails.test' });
  expect(mails.map((mail) => mail.recipient)).toEqual(mails.map(() => recipient));
  expect(mails).toHaveLength(LIMITS.testMailsPerHour);
  const { preview } = (await admin.get(`mails/${mails[0]?.id}`)).body;
  expect(preview.subject).toMatch(/^Re: We have your order V-/);
  const [change] = (await admin.get('dashboard/changes')).body.items;
  expect(change).toMatchObject({ type: 'test_email_sent', username: admin.username });
});
