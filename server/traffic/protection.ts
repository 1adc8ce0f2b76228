import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { blockReason } from '#shared/ip-rules/messages.ts';
import { BLOCK_EVENT_TYPE } from '#shared/security-events/values.ts';
import { FIRST_BLOCK_MS, MAX_BLOCK_MS } from '#shared/traffic-signals/values.ts';
import type { ProtectionMode } from '#shared/traffic-protection/values.ts';
import { countedRange, isAutomaticRule, ruleEnd } from '#server/db/traffic-columns.ts';
import type { DB } from '#server/db/types.ts';
import { isTemporary } from '#server/core/errors.ts';
import { storableText } from '#server/lib/storable-text.ts';
import type { Log } from '#server/lib/log.ts';
import { MAX_ADMIN_SOURCES, SIGNED_IN_MS } from './admin-sources.ts';
import type { NewBlock, Saved } from './automatic-blocks.ts';
import { createGuard } from './guard.ts';
import { compileRules } from './rules.ts';
import { describeReason } from './score.ts';
import { readSourceKeys } from './source.ts';
import type { ThreatEvent } from './threat-events.ts';

type Options = {
  db: Kysely<DB>;
  log: Log;
  /** Overrides the database; null: the database decides. */
  configuredMode: ProtectionMode | null;
  intervalMs?: number;
  now?: () => Date;
  monotonicNow?: () => number;
};

type Outcome = Exclude<Saved, 'failed'> | 'spared';

export type Protection = Awaited<ReturnType<typeof createProtection>>;

const INTERVAL_MS = 1_000;
const READ_GAP_MS = 100;
/** Larger steps of the wall clock are not drift. */
const CLOCK_STEP_MS = 1_000;
const MAX_PENDING = 1_000;
const MEMORY_OF_BLOCKS = '7 days';
const SIGNED_IN = `${SIGNED_IN_MS / 1_000} seconds`;
/** While something is blocked, sign-ins elsewhere must be known soon. */
const SIGN_INS_EVERY_MS = 5_000;

/** Connects the guard with the database. While the database is away, the guard uses what it has and writes later. */
export async function createProtection({
  db,
  log,
  configuredMode,
  intervalMs = INTERVAL_MS,
  now = () => new Date(),
  monotonicNow = () => performance.now(),
}: Options) {
  // bounded by MAX_WAITING
  let events: ThreatEvent[] = [];
  let dropped = 0;
  let rules = compileRules([]);
  /** Wall clock minus monotonic clock at the last reading. */
  let wallAheadMs = 0;
  let readings = 0;
  let writing: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  let isReadAgain = false;
  let isStale = false;
  let isWriteFailing = false;
  let isStopped = false;
  let signInsReadAtMs = 0;
  let isReadingSignIns = false;

  const guard = createGuard({
    mode: configuredMode ?? 'on',
    now,
    monotonicNow,
    onEvent(event) {
      log.info({ type: event.type, address: event.address, score: event.score }, 'threat');
      if (event.type === BLOCK_EVENT_TYPE) return;
      if (events.length < MAX_PENDING) events.push(event);
      else dropped += 1;
    },
    onBlock({ isPending }) {
      if (!isPending) dropped += 1;
      // Soon, because another process may know of an administrator there.
      else if (!isWriteFailing) queueMicrotask(() => void flush());
    },
  });

  // The wall clock may have jumped past the end of active rules.
  function liveIds(): string[] {
    const nowMs = monotonicNow();
    return rules.all.filter(({ endsAtMs }) => endsAtMs > nowMs).map(({ id }) => id);
  }

  async function read(): Promise<void> {
    readings += 1;
    const reading = readings;
    wallAheadMs = now().getTime() - monotonicNow();
    const [rows, state, signIns] = await Promise.all([
      db
        .selectFrom('ipSecurityRules')
        .select([
          'id',
          'ipAddress',
          'ruleType',
          'reason',
          ruleEnd.as('expiresAt'),
          'createdBy',
          isAutomaticRule.as('isAutomatic'),
        ])
        .where(
          sql<boolean>`expires_at is null or expires_at > ${now()} or id = any (${liveIds()}::uuid[])`,
        )
        .execute(),
      db.selectFrom('trafficProtection').select('mode').executeTakeFirst(),
      readSignIns(db, now()),
    ]);
    seeSignIns(signIns);
    rules = compileRules(rows);
    guard.setRules(rules);
    guard.setMode(configuredMode ?? (state?.mode as ProtectionMode | undefined) ?? 'on');
    const inForce = new Map<string, { id: string; endsAtMs: number }>();
    for (const { id, ipAddress, ruleType, expiresAt, createdBy } of rows) {
      const key = readSourceKeys(ipAddress)?.aggregationKey;
      if (createdBy !== null || ruleType !== 'blacklist' || !key) continue;
      inForce.set(key, { id, endsAtMs: (expiresAt?.getTime() ?? Infinity) - wallAheadMs });
    }
    guard.blocks.followRules(reading, inForce);
  }

  function seeSignIns(signIns: SignIn[]): void {
    guard.seeAdmins(
      signIns.map(({ aggregationKey, at }) => ({
        aggregationKey,
        seenAtMs: at.getTime() - wallAheadMs,
      })),
    );
    signInsReadAtMs = monotonicNow();
  }

  function followSignIns(): void {
    if (!guard.blocks.hasInForce || isReadingSignIns) return;
    if (monotonicNow() - signInsReadAtMs < SIGN_INS_EVERY_MS) return;
    isReadingSignIns = true;
    readSignIns(db, now())
      .then(seeSignIns, () => undefined)
      .finally(() => {
        isReadingSignIns = false;
      });
  }

  async function readAll(): Promise<void> {
    try {
      do {
        isReadAgain = false;
        await read();
        isStale = false;
        if (isReadAgain) await pause(READ_GAP_MS, undefined, { ref: false });
      } while (isReadAgain);
    } catch (error) {
      if (!isStale && !isStopped) {
        log.warn({ error }, 'the rules of the traffic guard could not be read; the last ones stay');
      }
      isStale = true;
    } finally {
      reading = null;
    }
  }

  function reload(): Promise<void> {
    isReadAgain = true;
    reading ??= readAll();
    return reading;
  }

  async function save(block: NewBlock): Promise<void> {
    const { id, source } = block;
    const key = source.aggregationKey;
    const report = (as: Saved) => guard.blocks.dispatch(key, { type: 'saved', id, as, readings });
    try {
      const outcome = await persistBlock(db, block);
      if (outcome === 'spared') guard.forgive(key);
      else report(outcome);
    } catch (error) {
      if (isTemporary(error)) throw error;
      report('failed');
      log.warn({ error }, 'the database has rejected a block of the traffic guard');
    }
  }

  async function write(): Promise<void> {
    let newEvents: ThreatEvent[] = [];
    try {
      while (guard.blocks.hasPending || events.length > 0) {
        [newEvents, events] = [events, []];
        for (const block of guard.blocks.listPending()) await save(block);
        if (newEvents.length > 0) await insertEvents(db, newEvents);
        newEvents = [];
      }
      isWriteFailing = false;
      if (dropped > 0) log.warn({ dropped }, 'there was no room for events of the traffic guard');
      dropped = 0;
    } catch (error) {
      const isRetained = isTemporary(error);
      if (!isWriteFailing || !isRetained) {
        log.warn({ error, isRetained }, 'events of the traffic guard could not be written');
      }
      if (isRetained) {
        isWriteFailing = true;
        events = [...newEvents, ...events];
        dropped += events.splice(MAX_PENDING).length;
      }
    }
    if (guard.blocks.hasUnread()) await reload();
  }

  function flush(): Promise<void> {
    if (events.length === 0 && !guard.blocks.hasPending) return writing ?? Promise.resolve();
    writing ??= write().finally(() => {
      writing = null;
    });
    return writing;
  }

  await read();
  const timer = setInterval(() => {
    guard.blocks.followTime(monotonicNow());
    followSignIns();
    const stepMs = Math.abs(now().getTime() - monotonicNow() - wallAheadMs);
    if (isStale || stepMs > CLOCK_STEP_MS) void reload();
    void flush();
  }, intervalMs);
  timer.unref();
  return {
    guard,
    reload,
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await writing;
      await flush();
      await reading;
    },
  };
}

type SignIn = { aggregationKey: string; at: Date };

async function readSignIns(db: Kysely<DB>, now: Date): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('adminSessions')
    .select(countedRange('ip_address').as('range'))
    .select(({ fn }) => fn.max('lastUsedAt').as('at'))
    .where('createdAt', '>', new Date(now.getTime() - SIGNED_IN_MS))
    .where('ipAddress', 'is not', null)
    .groupBy('range')
    .orderBy('at', 'desc')
    .limit(MAX_ADMIN_SOURCES)
    .execute();
  return rows.flatMap(({ range, at }) => {
    const keys = readSourceKeys(range);
    return keys ? { aggregationKey: keys.aggregationKey, at } : [];
  });
}

/** Writes only the event where the address must not be blocked. */
async function persistBlock(db: Kysely<DB>, { id, source, event }: NewBlock): Promise<Outcome> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('ip-rules', 0))`.execute(tx);
    const { rows } = await sql<{ earlier: number; isAllowed: boolean; isBlocked: boolean }>`
      select
        (select count(*)::int from security_events
          where event_type = ${BLOCK_EVENT_TYPE} and ip_address <<= ${source.aggregationKey}::inet
            and created_at > ${event.at}::timestamptz - ${MEMORY_OF_BLOCKS}::interval
            and created_at < ${event.at}) as earlier,
        exists (select from admin_sessions
          where ip_address <<= ${source.aggregationKey}::inet
            and created_at > ${event.at}::timestamptz - ${SIGNED_IN}::interval)
        or exists (select from ip_security_rules
          where rule_type = 'whitelist' and ip_address >>= ${source.aggregationKey}::inet
            and (expires_at is null or expires_at > ${event.at})) as "isAllowed",
        exists (select from ip_security_rules
          where rule_type = 'blacklist' and ip_address >>= ${source.aggregationKey}::inet
            and (expires_at is null or expires_at > ${event.at})) as "isBlocked"
    `.execute(tx);
    const { earlier = 0, isAllowed = false, isBlocked = false } = rows[0] ?? {};
    if (isAllowed) {
      await insertEvents(tx, [{ ...event, type: 'high_threat' }]);
      return 'spared';
    }
    // Another process has blocked it: one event, and the next block doubles once.
    if (isBlocked) return 'covered';
    const lengthMs = Math.min(FIRST_BLOCK_MS * 2 ** earlier, MAX_BLOCK_MS);
    await tx
      .insertInto('ipSecurityRules')
      .values({
        id,
        ipAddress: source.aggregationKey,
        ruleType: 'blacklist',
        reason: blockReason(event.score),
        createdAt: event.at,
        expiresAt: new Date(event.at.getTime() + lengthMs),
      })
      .execute();
    await insertEvents(tx, [event]);
    return 'made';
  });
}

async function insertEvents(db: Kysely<DB>, events: readonly ThreatEvent[]): Promise<void> {
  await db
    .insertInto('securityEvents')
    .values(
      events.map((event) => ({
        eventType: event.type,
        ipAddress: event.address,
        threatScore: event.score,
        reasons: JSON.stringify(event.reasons.map(describeReason)),
        samples: JSON.stringify(
          event.samples.map((sample) => ({ ...sample, path: storableText(sample.path) })),
        ),
        createdAt: event.at,
      })),
    )
    .execute();
}
