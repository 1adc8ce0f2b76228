import { describe, expect, it } from 'vitest';
import { SAMPLE_COMPANY } from '#tests/support/samples/sample-company.ts';
import { deriveAccent } from '#shared/brand/accent.ts';
import { toCompany } from '#shared/company/to-company.ts';
import { EMAIL_KEYS, EMAILS, type EmailKey } from '#shared/site-content/emails.ts';
import { buildEmpty, listFields, parseStored } from '#shared/site-content/fields.ts';
import type { SavedEmails } from './content.ts';
import { fillEmail } from './email-copy.ts';
import { drawMail } from './layout.tsx';
import { toPlainText } from './plain-text.ts';
import { buildEmailSample } from './samples.ts';

const siteUrl = 'https://agency.example';
const LOGO = {
  headerLogoUrl: '/media/logos/header/a.svg',
  headerLogoWidth: 100,
  headerLogoHeight: 96,
};
const LOGO_IMAGE =
  '<img alt="Vitrin Software" height="48" src="https://agency.example/email-logo.png?v=a.svg"';
const FROM_VISITORS = /Elif|Kaya|Deniz|Arslan|forty deliveries|typed twice|555 01 23|delivery-plan/;

/** Each text names each variable that its field offers. */
function nameAllVariables(key: EmailKey): SavedEmails {
  const copy = listFields(EMAILS[key].schema).map(([name, { input, variables = {} }]) => {
    const text = Object.keys(variables).map((variable) => `${variable}: {${variable}}`);
    return [name, input === 'lines' ? text : text.join(', ').slice(0, 100)];
  });
  return { [key]: Object.fromEntries(copy) };
}

describe.each(EMAIL_KEYS)('%s', (key) => {
  const company = SAMPLE_COMPANY;

  it.each([
    ['built-in texts', {}],
    ['every variable in every text', nameAllVariables(key)],
  ])('is complete as text and as HTML with %s', (_, emails) => {
    const sender = { siteUrl, company, emails, logo: LOGO, accent: deriveAccent('') };
    const content = buildEmailSample(sender, key);
    for (const drawn of [toPlainText(content, sender), drawMail(content, sender)]) {
      if (drawn.startsWith('<')) expect(drawn).toContain(LOGO_IMAGE);
      expect(drawn).toContain(content.heading.slice(0, 20));
      expect(drawn).toContain(company.name);
      expect(drawn.replaceAll(/<style>.*<\/style>/gs, '')).not.toMatch(/[{}]|undefined|null/);
      if (key !== 'email/reply') expect(drawn).not.toMatch(FROM_VISITORS);
    }
    expect(content.subject).toMatch(/^\S[^\n]*$/);
  });

  it('has a built-in text for an empty one, and states no fact of a company', () => {
    const { schema } = EMAILS[key];
    const blank = listFields(schema).map(([name, { input }]) => [
      name,
      input === 'lines' ? [] : '',
    ]);
    expect(parseStored(schema, Object.fromEntries(blank))).toEqual(buildEmpty(schema));
    expect(JSON.stringify(buildEmpty(schema))).not.toMatch(/free|software|Vitrin|\+90|@/i);
  });
});

it('leaves out a paragraph whose variable has no value, and fills values in once', () => {
  const company = toCompany({ ...SAMPLE_COMPANY, name: '{email}', phone: '' }, '');
  const copy = buildEmpty(EMAILS['email/order-receipt'].schema);
  const paragraphs = ['{company} {reference}', 'Call {phone}', 'By {deadline}', 'Write to {email}'];
  const emails = { 'email/order-receipt': { ...copy, paragraphs } };
  const values = { enquiry: 'order V-1', reference: 'V-1', deadline: null };
  const filled = fillEmail({ company, emails }, 'email/order-receipt', values);
  expect(filled.paragraphs).toEqual([
    { type: 'paragraph', text: '{email} V-1' },
    { type: 'paragraph', text: `Write to ${company.email}` },
  ]);
});
