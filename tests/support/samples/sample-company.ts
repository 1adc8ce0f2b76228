import {
  findSiteContentSample,
  readSampleCompany,
} from '#server/db/sample-content/read-samples.ts';
import type { MailSender } from '#server/mail/templates/content.ts';
import type { LiveSettings } from '#shared/site-settings/schema.ts';
import { EMAILS } from '#shared/site-content/emails.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import { DEFAULT_SITE_SETTINGS } from '#shared/site-settings/values.ts';

const orderReceipt = EMAILS['email/order-receipt'].schema;
const orderSample = findSiteContentSample('email/order-receipt') ?? {};
const SAMPLE_EMAILS = { 'email/order-receipt': parseStored(orderReceipt, orderSample) };

/** The facts that an installation with sample content starts with. */
export const SAMPLE_COMPANY = readSampleCompany();

export const SAMPLE_SETTINGS: LiveSettings = { ...DEFAULT_SITE_SETTINGS, company: SAMPLE_COMPANY };

export function buildMailSender(siteUrl: string): MailSender {
  return { siteUrl, company: SAMPLE_COMPANY, emails: SAMPLE_EMAILS };
}
