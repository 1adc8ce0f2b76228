import { readSampleCompany } from '#server/db/sample-content/read-samples.ts';
import type { MailSender } from '#server/mail/templates/content.ts';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-settings/values.ts';

/** The facts that an installation with sample content starts with. */
export const SAMPLE_COMPANY = readSampleCompany();

export const SAMPLE_SETTINGS: LiveSettings = { ...DEFAULT_SITE_SETTINGS, company: SAMPLE_COMPANY };

export function buildMailSender(siteUrl: string): MailSender {
  return { siteUrl, company: SAMPLE_COMPANY };
}
