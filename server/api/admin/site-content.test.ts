import { expect } from 'vitest';
import { EMAIL_KEYS } from '#shared/site-content/emails.ts';
import { it } from '#tests/support/fixtures.ts';
import { readRows } from '#tests/support/database/rows.ts';

it.for(EMAIL_KEYS)('rejects a variable that %s does not offer', async (key, { admin }) => {
  const path = `site-content/${key}`;
  const { updated_at: _, is_sample: __, ...texts } = (await admin.get(path)).body;
  for (const change of [
    { subject: 'For {name}' },
    { heading: '{deadline}' },
    { paragraphs: ['Yes.', '{message} {nmae}'] },
  ]) {
    const [[field, value] = []] = Object.entries(change);
    const { status, body } = await admin.put(path, { ...texts, ...change });
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
  const { updated_at: _, is_sample: __, ...texts } = (await admin.get(path)).body;
  const change = { ...texts, subject: 'Thank you: {reference}', heading: ' ', steps: [] };
  const { body } = await admin.put(path, change);
  expect(body).toMatchObject({ ...texts, subject: 'Thank you: {reference}', is_sample: false });
  const [row] = await readRows(api.db, 'siteContent', ['data'], { type: 'email' });
  expect(row?.data).toMatchObject({ subject: 'Thank you: {reference}', heading: texts.heading });
});
