import type { Migration } from 'kysely/migration';
import * as schema from './0001-schema-of-1.0.0.ts';
import * as missingFiles from './0044-missing-files.ts';
import * as oneAddress from './0045-one-address.ts';
import * as erasuresByJobs from './0046-erasures-by-jobs.ts';
import * as mailsPerRecipient from './0048-mails-per-recipient.ts';
import * as wrongCodes from './0050-wrong-codes.ts';
import * as anyCollation from './0051-any-collation.ts';
import * as periodicJobs from './0052-periodic-jobs.ts';
import * as provisionalDeadlines from './0055-provisional-deadlines.ts';
import * as frequentVacuum from './0056-frequent-vacuum.ts';
import * as secretKeys from './0057-secret-keys.ts';
import * as generatedPasswords from './0060-generated-passwords.ts';
import * as shownEnquiries from './0061-shown-enquiries.ts';
import * as oneAddressIndex from './0063-one-address-index.ts';
import * as dueWebhooks from './0064-due-webhooks.ts';
import * as logPartitions from './0065-log-partitions.ts';
import * as siteContent from './0066-site-content.ts';
import * as sampleMarks from './0068-sample-marks.ts';
import * as ownOptions from './0069-own-options.ts';
import * as policyVersions from './0070-policy-versions.ts';
import * as connections from './0071-connections.ts';
import * as messagePrefixes from './0072-message-prefixes.ts';
import * as widerSearch from './0073-wider-search.ts';

/** Migrations up to 1.0.0, the first release. The schema contains them; a database that has them keeps their names. */
export const INCLUDED = [
  '0001-content',
  '0002-leads',
  '0003-administration',
  '0004-traffic',
  '0005-back-office',
  '0006-suspect-leads',
  '0007-traffic-guard',
  '0008-suspect-reasons',
  '0009-cheaper-leads',
  '0010-unread-index',
  '0011-cheaper-attachments',
  '0012-cheaper-search-texts',
  '0014-upload-sources',
  '0016-rendered-posts',
  '0017-passkeys',
  '0018-former-slugs',
  '0019-request-filters',
  '0020-project-results',
  '0021-team-members',
  '0022-conversations',
  '0023-outbox-delivery',
  '0024-office-hours',
  '0025-roles',
  '0026-reports',
  '0027-tracking',
  '0028-queue',
  '0030-weekly-digest',
  '0031-inbound-mail',
  '0035-old-reminders',
  '0036-lost-replies',
  '0037-deferred-mails',
  '0040-backup-runs',
  '0041-privacy',
  '0042-audit-searches',
  '0043-converted-suspects',
] as const;

const included: Migration = { up: () => Promise.resolve() };

/** Every migration by name, in order; a published one is never changed, only followed by another. */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(INCLUDED.map((name) => [name, included])),
  [INCLUDED[0]]: schema,
  '0044-missing-files': missingFiles,
  '0045-one-address': oneAddress,
  '0046-erasures-by-jobs': erasuresByJobs,
  '0048-mails-per-recipient': mailsPerRecipient,
  '0050-wrong-codes': wrongCodes,
  '0051-any-collation': anyCollation,
  '0052-periodic-jobs': periodicJobs,
  '0055-provisional-deadlines': provisionalDeadlines,
  '0056-frequent-vacuum': frequentVacuum,
  '0057-secret-keys': secretKeys,
  '0060-generated-passwords': generatedPasswords,
  '0061-shown-enquiries': shownEnquiries,
  '0063-one-address-index': oneAddressIndex,
  '0064-due-webhooks': dueWebhooks,
  '0065-log-partitions': logPartitions,
  '0066-site-content': siteContent,
  '0068-sample-marks': sampleMarks,
  '0069-own-options': ownOptions,
  '0070-policy-versions': policyVersions,
  '0071-connections': connections,
  '0072-message-prefixes': messagePrefixes,
  '0073-wider-search': widerSearch,
};
