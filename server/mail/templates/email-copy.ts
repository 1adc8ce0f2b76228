import { formatContactWays } from './messages.ts';
import {
  type CopySources,
  headerText,
  type MailBlock,
  type MailContent,
  paragraph,
} from './content.ts';
import { type EmailKey, EMAILS, type EmailCopy } from '#shared/site-content/emails.ts';
import { buildEmpty } from '#shared/site-content/fields.ts';
import { fillVariables } from '#shared/site-content/variables.ts';

export type FilledEmail = Omit<MailContent, 'blocks'> & {
  paragraphs: MailBlock[];
  steps: MailBlock | null;
  button: string;
  closing: MailBlock[];
};

const MAX_SUBJECT = 200;

/** `values` are of this enquiry; those of the company are added. */
export function fillEmail(
  { company, emails }: CopySources,
  key: EmailKey,
  values: Readonly<Record<string, string | null>> = {},
  { isOrdered = false } = {},
): FilledEmail {
  const copy: EmailCopy = emails[key] ?? buildEmpty(EMAILS[key].schema);
  const { name, email, phone, address } = company;
  const contact = formatContactWays(company);
  const all = { company: name, contact, email, phone, address, ...values };
  const fill = (text = '') => fillVariables(text, all) ?? '';
  const fillAll = (lines: readonly string[] = []) =>
    lines.flatMap((line) => fillVariables(line, all) ?? []);
  const steps = fillAll(copy.steps);
  return {
    subject: headerText(fill(copy.subject), MAX_SUBJECT),
    preheader: fill(copy.preheader),
    heading: fill(copy.heading),
    paragraphs: fillAll(copy.paragraphs).map(paragraph),
    steps:
      steps.length === 0
        ? null
        : { type: 'list', heading: fill(copy.stepsHeading), items: steps, isOrdered },
    button: fill(copy.button),
    closing: fillAll(copy.closing).map(paragraph),
    reason: fill(copy.reason),
  };
}
