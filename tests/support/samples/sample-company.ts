import {
  findSiteContentSample,
  readSampleCompany,
} from '#server/db/sample-content/read-samples.ts';
import type { MailSender } from '#server/mail/templates/content.ts';
import { deriveAccent } from '#shared/brand/accent.ts';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import { CONTENT_KEYS, CONTENT_TYPES, type SiteContent } from '#shared/site-content/types.ts';
import { DEFAULT_LIVE_SETTINGS } from '#shared/site-settings/values.ts';

/** The facts that an installation with sample content starts with. */
export const SAMPLE_COMPANY = readSampleCompany();

export const SAMPLE_SETTINGS: LiveSettings = { ...DEFAULT_LIVE_SETTINGS, company: SAMPLE_COMPANY };

const samples = CONTENT_KEYS.map((key) => [
  key,
  parseStored(CONTENT_TYPES[key].schema, findSiteContentSample(key) ?? {}),
]);

export const SAMPLE_CONTENT = Object.fromEntries(samples) as SiteContent;

export function buildMailSender(siteUrl: string): MailSender {
  return {
    siteUrl,
    company: SAMPLE_COMPANY,
    emails: SAMPLE_CONTENT,
    logo: null,
    accent: deriveAccent(''),
  };
}
