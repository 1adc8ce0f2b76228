import type { ServiceContext } from '#server/context.ts';
import { purgeDeletedContent } from '#server/services/all-content/index.ts';
import { renderPostsAgain } from '#server/services/blog-posts/index.ts';
import { measureClaims } from '#server/services/claims/index.ts';
import { enqueueAuditHead } from '#server/services/contact-audit/index.ts';
import { makeMissingTokens } from '#server/services/conversations/index.ts';
import { purgeExpiredRecords } from '#server/services/expired-records/index.ts';
import { postReminder, reminderSchema, type Webhook } from '#server/services/escalation/index.ts';
import { settleFiles } from '#server/services/inbound-mail/index.ts';
import { removeExpiredUploads } from '#server/services/orders/index.ts';
import { PURGE_TIME } from '#server/services/retention/index.ts';
import { enqueueWeeklyDigest } from '#server/services/weekly-digest/index.ts';
import { pruneTrafficHistory } from '#server/services/traffic-history/index.ts';

export type JobSettings = {
  /** Null: nothing is posted. */
  webhook: Webhook | null;
};

type Job = {
  /** When it runs, in UTC (crontab syntax); without it, when a verb has put it into the queue. */
  cron?: string;
  /** Calls a verb and logs what came of it. */
  run: (ctx: ServiceContext, payload: unknown, settings: JobSettings) => Promise<void>;
};

/** Every job of the system. */
export const JOBS = {
  // Fails while a file could not be removed, so that the queue tries again and shows it.
  'orders.remove-unclaimed-attachments': {
    cron: '17 * * * *',
    async run(ctx) {
      const { removed, failed } = await removeExpiredUploads(ctx);
      if (removed > 0) ctx.log.info({ removed }, 'removed expired uploads');
      if (failed > 0) throw new Error(`${failed} expired uploads could not be removed`);
    },
  },
  'files.remove-temporary': {
    cron: '37 * * * *',
    async run(ctx) {
      const removed = await ctx.storage.removeStaleFiles();
      if (removed > 0) {
        ctx.log.info({ removed }, 'removed temporary files of uploads that were cut off');
      }
    },
  },
  // Of mails that were deleted from the mailbox while their files waited; else it finds nothing.
  'inbound-mail.settle-files': {
    cron: '27 2 * * *',
    async run(ctx) {
      const settled = await settleFiles(ctx);
      if (settled > 0) ctx.log.info({ settled }, 'gave up files of mails that do not come again');
    },
  },
  // Hourly, because it does nothing while a backup runs.
  'deleted-content.purge': {
    cron: '47 * * * *',
    async run(ctx) {
      const purged = await purgeDeletedContent(ctx);
      if (purged > 0) ctx.log.info({ purged }, 'purged content deleted more than 30 days ago');
    },
  },
  'expired-records.purge': {
    cron: `${PURGE_TIME.minute} ${PURGE_TIME.hour} * * *`,
    async run(ctx) {
      const purged = await purgeExpiredRecords(ctx);
      if (Object.keys(purged).length > 0) ctx.log.info(purged, 'purged what had expired');
    },
  },
  // Of enquiries that came before there were links, or by an import; else it finds nothing.
  'conversations.make-tokens': {
    cron: '*/5 * * * *',
    async run(ctx) {
      const made = await makeMissingTokens(ctx);
      if (made > 0) ctx.log.info({ made }, 'made links to the pages of visitors');
    },
  },
  // After an update that changed what the sanitiser lets through; else it finds nothing.
  'blog-posts.render-again': {
    cron: '*/10 * * * *',
    async run(ctx) {
      const rendered = await renderPostsAgain(ctx);
      if (rendered > 0) ctx.log.info({ rendered }, 'rendered posts of an earlier sanitiser again');
    },
  },
  'public-claims.measure': {
    cron: '13 4 * * *',
    async run(ctx) {
      const measured = await measureClaims(ctx);
      ctx.log.info({ measured }, 'measured the public numbers');
    },
  },
  // Often, because the office may be in any time zone, and for whoever starts the site later in the week; each week is written once.
  'reports.weekly': {
    cron: '*/15 * * * *',
    async run(ctx) {
      const enqueued = await enqueueWeeklyDigest(ctx);
      if (enqueued > 0) ctx.log.info({ enqueued }, 'queued the weekly digest');
    },
  },
  // Often, because the office may be in any time zone; each day is written once.
  'contact-audit.mail-head': {
    cron: '*/15 * * * *',
    async run(ctx) {
      const enqueued = await enqueueAuditHead(ctx);
      if (enqueued > 0) ctx.log.info({ enqueued }, 'queued the end of the contact audit');
    },
  },
  'traffic.keep-history': {
    cron: '7 * * * *',
    async run(ctx) {
      const changes = await pruneTrafficHistory(ctx.db, ctx.now());
      ctx.log.info(changes, 'pruned the history of the traffic guard');
    },
  },
  // Ends quietly once it is no news any more, a day after the deadline at the latest.
  'promise.webhook': {
    async run(ctx, payload, { webhook }) {
      if (webhook === null) return;
      const isPosted = await postReminder(ctx, reminderSchema.parse(payload), webhook);
      ctx.log.info({ isPosted }, 'a reminder for the webhook');
    },
  },
} satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;

/** The jobs with a time of their own. */
export const SCHEDULED = Object.entries(JOBS).flatMap(([name, job]) =>
  'cron' in job ? [[name, job.cron] as const] : [],
);
