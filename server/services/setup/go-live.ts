import { isIP } from 'node:net';
import type { Database, ServiceContext } from '#server/context/context.ts';
import { readBackupState } from '#server/services/backup/index.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { readInbox } from '#server/services/mails/index.ts';
import { listSampleFacts, readContent } from '#server/services/site-content/index.ts';
import { findSiteSettings, getPolicyMarkdown } from '#server/services/site-settings/index.ts';
import { copyrightLine } from '#shared/site-settings/values.ts';
import { CONNECTION_MESSAGES } from '#shared/connections/messages.ts';
import { type ConnectionKind, CONNECTIONS } from '#shared/connections/values.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { ALL_CONTENT } from '#server/services/all-content/index.ts';
import { GO_LIVE_LABELS } from '#shared/setup/messages.ts';
import { checkCachedMailDns, type DnsCheck } from './mail-dns.ts';
import type { GoLiveCheck, Setup } from '#shared/setup/admin-schema.ts';

/** The parts of an installation that only its process knows. */
export type GoLiveSources = {
  publicUrl: string;
  mailer: Pick<
    Mailer,
    'transport' | 'inbox' | 'from' | 'smtpHost' | 'dkim' | 'siteUrl' | 'unreadable'
  >;
  listDnsChecks?: typeof checkCachedMailDns;
};

type Check = Setup['checks'][number];

type Result = [isDone: boolean, detail: string, lastAt?: string | null];

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

async function findLastSent(db: Database): Promise<Date | null> {
  const sent = await db
    .selectFrom('outboxMails')
    .select('sentAt')
    .where('status', '=', 'sent')
    .where('transport', '=', 'smtp')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sent?.sentAt ?? null;
}

function describeDns(checks: readonly DnsCheck[], name: DnsCheck['name']): Result {
  const check = checks.find((each) => each.name === name);
  if (check === undefined) return [false, ''];
  return check.level === 'ok' ? [true, ''] : [false, `${check.text} ${check.advice}`];
}

/** Empty without an outdated year. */
function findOldCopyright(text: string, year: string): string {
  const line = copyrightLine(text, Number(year), '');
  const years = line.match(/\b(?:19|20)\d\d\b/g) ?? [year];
  return years.includes(year) ? '' : text;
}

export async function listGoLiveChecks(
  ctx: Pick<ServiceContext, 'db' | 'now'>,
  { publicUrl, mailer, listDnsChecks = checkCachedMailDns }: GoLiveSources,
): Promise<Check[]> {
  const [company, home, sampleFacts, samples, settings, policies, sentAt, backup, inbox] =
    await Promise.all([
      readContent(ctx.db, 'company'),
      readContent(ctx.db, 'page/home'),
      listSampleFacts(ctx.db),
      countSamples(ctx.db),
      findSiteSettings(ctx.db),
      getPolicyMarkdown(ctx),
      findLastSent(ctx.db),
      readBackupState(ctx),
      readInbox(ctx, mailer),
    ]);
  const dns = await listDnsChecks({ ...mailer, sender: mailer.from.address || company.email });
  const { hostname, protocol } = new URL(publicUrl);
  const { name, email, street, legalName, registerNumber, taxNumber, timeZone } = company;
  const isOwnName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 && hostname.includes('.');
  const oldCopyright = findOldCopyright(
    settings?.copyrightText ?? '',
    localDate(ctx.now(), timeZone).slice(0, 4),
  );
  const describeUnreadable = (kinds: readonly ConnectionKind[]) =>
    mailer.unreadable
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ kind }) => CONNECTION_MESSAGES.unreadable(CONNECTIONS[kind].label))
      .join(' ');
  const outward = describeUnreadable(['smtp', 'sender', 'team']);
  const inward = describeUnreadable(['imap']);
  const done: Record<GoLiveCheck, Result> = {
    company: [Boolean(name && email && street) && sampleFacts.length === 0, sampleFacts.join('; ')],
    sample: [samples === 0, samples === 0 ? '' : `${samples} texts and records`],
    headline: [home.headline !== '', ''],
    copyright: [oldCopyright === '', oldCopyright],
    address: [isOwnName, hostname],
    certificate: [protocol === 'https:', publicUrl],
    sending: [
      mailer.transport === 'smtp' && sentAt !== null && outward === '',
      outward,
      sentAt?.toISOString(),
    ],
    spf: describeDns(dns, 'spf'),
    dkim: describeDns(dns, 'dkim'),
    receiving: [
      (inbox?.isConnected ?? false) && inward === '',
      inward || (inbox?.lastError ?? ''),
      inbox?.lastMailAt,
    ],
    backup: [
      backup !== null && !backup.isLate && backup.error === null,
      backup?.error || describeUnreadable(['backup']),
      backup?.restoredAt,
    ],
    clock: [settings?.officeHours.timeZone === timeZone, timeZone],
    legal: [Boolean(legalName && (registerNumber || taxNumber)), ''],
    privacy: [policies.privacyPolicy.trim() !== '', ''],
    review: [policies.termsReviewed && policies.privacyReviewed, ''],
  };
  return Object.entries(done).map(([each, [isDone, detail, lastAt = null]]) => ({
    name: each as GoLiveCheck,
    isDone,
    detail,
    lastAt,
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
