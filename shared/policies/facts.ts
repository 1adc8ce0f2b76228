import type { Company } from '#shared/company/values.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';

const PLACEHOLDER = /\[\[(\w+)\]\]/g;

/**
 * Fills a text of `content/policies/`. A list item whose fact is empty is left out. `[[retention]]` stays: `withRetention` replaces it in
 * every policy.
 */
export function fillFacts(markdown: string, company: Company): string {
  const { name, legalName, location, city, country, email, phone, phoneHref } = company;
  const { address, registerNumber, taxOffice, taxNumber, kepAddress } = company;
  const emailLink = email && `[${email}](mailto:${email})`;
  const phoneLink = phone && `[${phone}](${phoneHref})`;
  const facts: Record<string, string> = {
    name,
    controller: legalName || name,
    nameAndPlace: [name, location].filter(Boolean).join(', '),
    inPlace: location && ` in ${location}`,
    city: city || 'the place in which we are registered',
    country: country || 'the country in which we are registered',
    address,
    registerNumber,
    taxOffice,
    taxNumber,
    kepAddress,
    emailLink,
    phoneLink,
    contact: [emailLink, phoneLink].filter(Boolean).join(' or ') || 'our [contact page](/contact)',
    writeTo: emailLink || 'us with the [contact form](/contact)',
    newEmailDays: String(NEW_EMAIL_DAYS),
  };
  const hasEmptyFact = (line: string) =>
    Array.from(line.matchAll(PLACEHOLDER)).some(([, fact = '']) => facts[fact] === '');
  return markdown
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('- ') || !hasEmptyFact(line))
    .join('\n')
    .replaceAll(PLACEHOLDER, (placeholder, fact: string) => facts[fact] ?? placeholder);
}
