import { formatContactWays } from './messages.ts';
import { headerText, type MailBlock, type MailContent, paragraph } from './content.ts';
import { type EmailKey, EMAILS, type EmailTexts } from '#shared/site-content/emails.ts';
import { buildEmpty } from '#shared/site-content/fields.ts';
import { fillVariables } from '#shared/site-content/variables.ts';
import type { Company } from '#shared/company/values.ts';

/** The owner's texts of the emails that are composed; others have their built-in texts. */
export type SavedEmails = { readonly [Key in EmailKey]?: EmailTexts };

export type FilledEmail = Omit<MailContent, 'blocks'> & {
  paragraphs: MailBlock[];
  steps: MailBlock | null;
  button: string;
  closing: MailBlock[];
};

const MAX_SUBJECT = 200;

export type TextSources = { company: Company; emails: SavedEmails };

/** `values` are of this enquiry; those of the company are added. */
export function fillEmail(
  { company, emails }: TextSources,
  key: EmailKey,
  values: Readonly<Record<string, string | null>> = {},
  { isOrdered = false } = {},
): FilledEmail {
  const texts: EmailTexts = emails[key] ?? buildEmpty(EMAILS[key].schema);
  const { name, email, phone, address } = company;
  const contact = formatContactWays(company);
  const all = { company: name, contact, email, phone, address, ...values };
  const fill = (text = '') => fillVariables(text, all) ?? '';
  const fillAll = (lines: readonly string[] = []) =>
    lines.flatMap((line) => fillVariables(line, all) ?? []);
  const steps = fillAll(texts.steps);
  return {
    subject: headerText(fill(texts.subject), MAX_SUBJECT),
    preheader: fill(texts.preheader),
    heading: fill(texts.heading),
    paragraphs: fillAll(texts.paragraphs).map(paragraph),
    steps:
      steps.length === 0
        ? null
        : { type: 'list', heading: fill(texts.stepsHeading), items: steps, isOrdered },
    button: fill(texts.button),
    closing: fillAll(texts.closing).map(paragraph),
    reason: fill(texts.reason),
  };
}
