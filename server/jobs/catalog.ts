import type { ServiceContext } from '#server/context/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Schedule } from '#server/lib/schedule.ts';
import { purgeDeletedContent } from '#server/services/all-content/index.ts';
import { renderPostsAgain } from '#server/services/blog-posts/index.ts';
import { measureClaims } from '#server/services/claims/index.ts';
import { enqueueAuditHead } from '#server/services/contact-audit/index.ts';
import { makeMissingTokens } from '#server/services/conversations/index.ts';
import { PURGE_SCHEDULE, purgeExpiredRecords } from '#server/services/privacy/index.ts';
import { settleFiles } from '#server/services/inbound-mail/index.ts';
import { removeExpiredUploads } from '#server/services/orders/index.ts';
import { enqueueWeeklyDigest } from '#server/services/weekly-digest/index.ts';
import { pruneTrafficHistory } from '#server/services/traffic-history/index.ts';

/** Runs at least once per period in one process; missed periods are made up by one run. */
type Job = {
  schedule: Schedule;
  run: (ctx: ServiceContext) => Promise<void>;
};

/** Runs a verb, and logs its count unless that is 0. */
function logCount(
  name: string,
  message: string,
  verb: (ctx: ServiceContext) => Promise<number>,
): Job['run'] {
  return async (ctx) => {
    const count = await verb(ctx);
    if (count > 0) ctx.log.info({ [name]: count }, message);
  };
}

export const JOBS = {
  // Fails while a file cannot be removed, so that it is retried and shown.
  'orders.remove-unclaimed-attachments': {
    schedule: { every: HOUR_MS, at: 17 * MINUTE_MS },
    async run(ctx) {
      const { removed, failed } = await removeExpiredUploads(ctx);
      if (removed > 0) ctx.log.info({ removed }, 'removed expired uploads');
      if (failed > 0) throw new Error(`${failed} expired uploads could not be removed`);
    },
  },
  'files.remove-temporary': {
    schedule: { every: HOUR_MS, at: 37 * MINUTE_MS },
    run: logCount(
      'removed',
      'removed temporary files of uploads that were cut off',
      ({ storage }) => storage.removeStaleFiles(),
    ),
  },
  // For mails that were deleted while their files waited.
  'inbound-mail.settle-files': {
    schedule: { every: DAY_MS, at: 2 * HOUR_MS + 27 * MINUTE_MS },
    run: logCount('settled', 'gave up files of mails that do not come again', settleFiles),
  },
  // Hourly, because it does nothing while a backup runs.
  'deleted-content.purge': {
    schedule: { every: HOUR_MS, at: 47 * MINUTE_MS },
    run: logCount('purged', 'purged content deleted more than 30 days ago', purgeDeletedContent),
  },
  'expired-records.purge': {
    schedule: PURGE_SCHEDULE,
    async run(ctx) {
      const purged = await purgeExpiredRecords(ctx);
      if (Object.keys(purged).length > 0) ctx.log.info(purged, 'purged what had expired');
    },
  },
  // For imported enquiries, and those older than tracking links.
  'conversations.make-tokens': {
    schedule: { every: 5 * MINUTE_MS },
    run: logCount('made', 'made links to the pages of visitors', makeMissingTokens),
  },
  // After the sanitiser has changed.
  'blog-posts.render-again': {
    schedule: { every: 10 * MINUTE_MS },
    run: logCount('rendered', 'rendered posts of an earlier sanitiser again', renderPostsAgain),
  },
  'public-claims.measure': {
    schedule: { every: DAY_MS, at: 4 * HOUR_MS + 13 * MINUTE_MS },
    async run(ctx) {
      const measured = await measureClaims(ctx);
      ctx.log.info({ measured }, 'measured the public numbers');
    },
  },
  // Frequent, because the office may be in any time zone; each week is written once.
  'reports.weekly': {
    schedule: { every: 15 * MINUTE_MS },
    run: logCount('enqueued', 'queued the weekly digest', enqueueWeeklyDigest),
  },
  // Frequent, because the office may be in any time zone; each day is written once.
  'contact-audit.mail-head': {
    schedule: { every: 15 * MINUTE_MS },
    run: logCount('enqueued', 'queued the end of the contact audit', enqueueAuditHead),
  },
  'traffic.keep-history': {
    schedule: { every: HOUR_MS, at: 7 * MINUTE_MS },
    async run(ctx) {
      const changes = await pruneTrafficHistory(ctx.db, ctx.now());
      ctx.log.info(changes, 'pruned the history of the traffic guard');
    },
  },
} satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
