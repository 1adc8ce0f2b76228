import type { Company } from '#shared/company/values.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';

/** Fills a built-in policy of `content/policies/`. `[[retention]]` stays: `withRetention` replaces it in every policy. */
export function fillFacts(markdown: string, company: Company): string {
  const { name, location, city, country, email, phone, phoneHref } = company;
  const facts: Record<string, string> = {
    name,
    location,
    city,
    country,
    emailLink: `[${email}](mailto:${email})`,
    phoneLink: `[${phone}](${phoneHref})`,
    newEmailDays: String(NEW_EMAIL_DAYS),
  };
  return markdown
    .trimEnd()
    .replaceAll(/\[\[(\w+)\]\]/g, (placeholder, fact: string) => facts[fact] ?? placeholder);
}
