import type { Migration } from 'kysely/migration';
import * as content from './0001-content.ts';
import * as leads from './0002-leads.ts';
import * as administration from './0003-administration.ts';
import * as traffic from './0004-traffic.ts';
import * as backOffice from './0005-back-office.ts';
import * as suspectLeads from './0006-suspect-leads.ts';
import * as trafficGuard from './0007-traffic-guard.ts';
import * as suspectReasons from './0008-suspect-reasons.ts';
import * as cheaperLeads from './0009-cheaper-leads.ts';
import * as unreadIndex from './0010-unread-index.ts';
import * as cheaperAttachments from './0011-cheaper-attachments.ts';
import * as cheaperSearchTexts from './0012-cheaper-search-texts.ts';
import * as uploadSources from './0014-upload-sources.ts';
import * as renderedPosts from './0016-rendered-posts.ts';
import * as passkeys from './0017-passkeys.ts';
import * as formerSlugs from './0018-former-slugs.ts';
import * as requestFilters from './0019-request-filters.ts';
import * as projectResults from './0020-project-results.ts';
import * as teamMembers from './0021-team-members.ts';
import * as conversations from './0022-conversations.ts';
import * as outboxDelivery from './0023-outbox-delivery.ts';
import * as officeHours from './0024-office-hours.ts';
import * as roles from './0025-roles.ts';
import * as reports from './0026-reports.ts';
import * as tracking from './0027-tracking.ts';
import * as queue from './0028-queue.ts';
import * as weeklyDigest from './0030-weekly-digest.ts';
import * as inboundMail from './0031-inbound-mail.ts';
import * as oldReminders from './0035-old-reminders.ts';
import * as lostReplies from './0036-lost-replies.ts';
import * as deferredMails from './0037-deferred-mails.ts';
import * as backupRuns from './0040-backup-runs.ts';
import * as privacy from './0041-privacy.ts';
import * as auditSearches from './0042-audit-searches.ts';
import * as convertedSuspects from './0043-converted-suspects.ts';
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

/** Every migration by name, in order; a published one is never changed, only followed by another. */
export const migrations: Record<string, Migration> = {
  '0001-content': content,
  '0002-leads': leads,
  '0003-administration': administration,
  '0004-traffic': traffic,
  '0005-back-office': backOffice,
  '0006-suspect-leads': suspectLeads,
  '0007-traffic-guard': trafficGuard,
  '0008-suspect-reasons': suspectReasons,
  '0009-cheaper-leads': cheaperLeads,
  '0010-unread-index': unreadIndex,
  '0011-cheaper-attachments': cheaperAttachments,
  '0012-cheaper-search-texts': cheaperSearchTexts,
  '0014-upload-sources': uploadSources,
  '0016-rendered-posts': renderedPosts,
  '0017-passkeys': passkeys,
  '0018-former-slugs': formerSlugs,
  '0019-request-filters': requestFilters,
  '0020-project-results': projectResults,
  '0021-team-members': teamMembers,
  '0022-conversations': conversations,
  '0023-outbox-delivery': outboxDelivery,
  '0024-office-hours': officeHours,
  '0025-roles': roles,
  '0026-reports': reports,
  '0027-tracking': tracking,
  '0028-queue': queue,
  '0030-weekly-digest': weeklyDigest,
  '0031-inbound-mail': inboundMail,
  '0035-old-reminders': oldReminders,
  '0036-lost-replies': lostReplies,
  '0037-deferred-mails': deferredMails,
  '0040-backup-runs': backupRuns,
  '0041-privacy': privacy,
  '0042-audit-searches': auditSearches,
  '0043-converted-suspects': convertedSuspects,
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
};
