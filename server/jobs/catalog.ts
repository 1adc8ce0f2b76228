/** Every job of the system; `cron` is its schedule in UTC (crontab syntax). */
export const JOBS = {
  'orders.remove-unclaimed-attachments': { cron: '17 * * * *' },
  'files.remove-temporary': { cron: '37 * * * *' },
  'deleted-content.purge': { cron: '47 2 * * *' },
  'expired-records.purge': { cron: '27 3 * * *' },
  'blog-posts.render-again': { cron: '*/10 * * * *' },
  'traffic.keep-history': { cron: '7 * * * *' },
} as const;

export type JobName = keyof typeof JOBS;
