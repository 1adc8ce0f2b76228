import { COMPANY } from '#shared/company/values.ts';
import { NEW_EMAIL_DAYS } from '#shared/tracking/values.ts';

const FACTS: Record<string, string> = {
  name: COMPANY.name,
  location: COMPANY.location,
  city: COMPANY.city,
  country: COMPANY.country,
  emailLink: `[${COMPANY.email}](mailto:${COMPANY.email})`,
  phoneLink: `[${COMPANY.phone}](${COMPANY.phoneHref})`,
  newEmailDays: String(NEW_EMAIL_DAYS),
};

/** Fills a built-in policy of `content/policies/`. `[[retention]]` stays: `withRetention` replaces it in every policy. */
export function fillFacts(markdown: string): string {
  return markdown
    .trimEnd()
    .replaceAll(/\[\[(\w+)\]\]/g, (placeholder, name: string) => FACTS[name] ?? placeholder);
}
