import { isIP } from 'node:net';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { readBackupState } from '#server/services/backup/index.ts';
import { listSampleFacts, readContent } from '#server/services/site-content/index.ts';
import { findSiteSettings, getPolicyMarkdown } from '#server/services/site-settings/index.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { GO_LIVE_LABELS } from '#shared/setup/messages.ts';
import type { GoLiveCheck, Setup } from '#shared/setup/admin-schema.ts';

/** The parts of an installation that only its process knows. */
export type GoLiveSources = {
  publicUrl: string;
  transport: string;
  hasInbox: boolean;
};

type Check = Setup['checks'][number];

async function countSampleRecords(db: Database): Promise<number> {
  const counts = await Promise.all(
    ALL_CONTENT.map(({ table }) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('isSample', '=', true)
        .where('deletedAt', 'is', null)
        .executeTakeFirstOrThrow(),
    ),
  );
  return counts.reduce((sum, { count }) => sum + count, 0);
}

export async function countSamples(db: Database): Promise<number> {
  const [records, written] = await Promise.all([
    countSampleRecords(db),
    db
      .selectFrom('siteContent')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('isSample', '=', true)
      .executeTakeFirstOrThrow(),
  ]);
  return records + written.count;
}

async function hasSentEmail(db: Database): Promise<boolean> {
  const sent = await db
    .selectFrom('outboxMails')
    .select('id')
    .where('status', '=', 'sent')
    .where('transport', '=', 'smtp')
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

export async function listGoLiveChecks(
  ctx: Pick<ServiceContext, 'db' | 'now'>,
  { publicUrl, transport, hasInbox }: GoLiveSources,
): Promise<Check[]> {
  const [company, sampleFacts, samples, settings, policies, isSending, backup] = await Promise.all([
    readContent(ctx.db, 'company'),
    listSampleFacts(ctx.db),
    countSamples(ctx.db),
    findSiteSettings(ctx.db),
    getPolicyMarkdown(ctx),
    hasSentEmail(ctx.db),
    readBackupState(ctx),
  ]);
  const { hostname, protocol } = new URL(publicUrl);
  const { name, email, street, legalName, registerNumber, taxNumber, timeZone } = company;
  const isOwnName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname.includes('.');
  const done: Record<GoLiveCheck, [isDone: boolean, detail: string]> = {
    company: [Boolean(name && email && street) && sampleFacts.length === 0, sampleFacts.join('; ')],
    sample: [samples === 0, samples === 0 ? '' : String(samples)],
    address: [isOwnName, hostname],
    certificate: [protocol === 'https:', publicUrl],
    sending: [transport === 'smtp' && isSending, ''],
    receiving: [hasInbox, ''],
    backup: [backup !== null && !backup.isLate && backup.error === null, backup?.error ?? ''],
    clock: [settings?.officeHours.timeZone === timeZone, timeZone],
    legal: [Boolean(legalName && (registerNumber || taxNumber)), ''],
    privacy: [policies.privacyPolicy.trim() !== '', ''],
  };
  return Object.entries(done).map(([each, [isDone, detail]]) => ({
    name: each as GoLiveCheck,
    isDone,
    detail,
  }));
}

/** One line for the command line, with the setting of the server. */
export function describeGoLive({ name, detail }: Check): { text: string; advice: string } {
  const { label, advice, setting } = GO_LIVE_LABELS[name];
  return {
    text: `${label}: not yet${detail && ` (${detail})`}.`,
    advice: setting ? `${advice} Setting: ${setting}.` : advice,
  };
}
