import { findApiGroup } from '#shared/routes.ts';
import { HIGH_THREAT_SCORE, MEDIUM_THREAT_SCORE } from '#shared/security-events/values.ts';
import type { ProtectionMode } from '#shared/traffic-protection/values.ts';
import {
  ATTEMPT_LIMITS,
  FILE_COST,
  ORDINARY_LIMITS,
  SUSTAINED_MS,
  TIGHT_LIMITS,
  TRAFFIC_SIGNALS,
  type TrafficSignalName,
  WIDE_ATTEMPT_LIMITS,
  WIDE_LIMITS,
} from '#shared/traffic-signals/values.ts';
import { createBoundedMap } from '#server/lib/bounded-map.ts';
import { createAdminSources, type SeenAdmin } from './admin-sources.ts';
import { createAutomaticBlocks, type NewBlock, type OwnBlock } from './automatic-blocks.ts';
import { loggedPath } from './logged-path.ts';
import { isProbePath } from './probe-paths.ts';
import { type CompiledRules, compileRules, type Rule } from './rules.ts';
import { hasSeveralKinds, reasonsOf, scoreOf, SIGNAL_COLUMNS } from './score.ts';
import { readSourceKeys, type Source } from './source.ts';
import { createSourceRate } from './source-rate.ts';
import { createRecentRequests, type ThreatEvent } from './threat-events.ts';
import { createSourceTable, FORMS_HALF_LIFE_MS, FORMS_LEVEL } from './source-table.ts';

type Blocked = { action: 'block'; rule: OwnBlock['rule'] };

export type Verdict = { action: 'admit' } | { action: 'limit'; retryAfterMs: number } | Blocked;

export type CompletedRequest = {
  method: string;
  path: string;
  status: number;
  isAdmin?: boolean;
  isDenied?: boolean;
  isForeign?: boolean;
};

type QuietUntil = Partial<Record<ThreatEvent['type'], number>>;

type Options = {
  mode: ProtectionMode;
  onEvent: (event: ThreatEvent) => void;
  /** A block for all processes, if there is room for it to wait. */
  onBlock: (block: NewBlock & { isPending: boolean }) => void;
  monotonicNow?: () => number;
  now?: () => Date;
  maxBytes?: number;
};

type State = { slot: number; score: number; pressure: number; nowMs: number };

const ADMITTED: Verdict = { action: 'admit' };
/** Costs for the request and form limits. Files are cheap; forms have their own limit; signing in is never blocked automatically. */
const COSTS = {
  file: { weight: FILE_COST, formWeight: 0 },
  page: { weight: 1, formWeight: 0 },
  form: { weight: 1, formWeight: 1 },
  upload: { weight: 1, formWeight: 0.1 },
  'sign-in': { weight: 1, formWeight: 0 },
  'sign-in-file': { weight: FILE_COST, formWeight: 0 },
  'sign-in-form': { weight: 1, formWeight: 0 },
};

export type RouteClass = keyof typeof COSTS;

/** Above this total rate each address may send less, at most by `MAX_PRESSURE`. */
const CALM_REQUESTS_PER_SECOND = 1_000;
const MAX_PRESSURE = 10;
const TOTAL_HALF_LIFE_MS = 10_000;

const MAX_HOT = 5_000;
const QUIET_MS = 10 * 60_000;
/** All addresses together; blocks are not counted. */
const MAX_EVENTS_A_MINUTE = 300;
const RATE = SIGNAL_COLUMNS.rate;
const RATE_ALLOWANCE = TRAFFIC_SIGNALS[RATE]?.allowance ?? 0;

export type Guard = ReturnType<typeof createGuard>;

/** Decides in memory: rules first, allowing ones win, then the limits by score. Never waits and knows nothing of HTTP. */
export function createGuard({
  mode: firstMode,
  onEvent,
  onBlock,
  monotonicNow = () => performance.now(),
  now = () => new Date(),
  maxBytes,
}: Options) {
  let mode = firstMode;
  let rules: CompiledRules = compileRules([]);
  const table = createSourceTable(maxBytes);
  const quiet = createBoundedMap<string, QuietUntil>({ max: MAX_HOT });
  const blocks = createAutomaticBlocks(forget);
  // A lookup per request costs less than a call.
  const ownBlocks = blocks.own;
  const admins = createAdminSources();
  const attempts = createSourceRate({
    own: ATTEMPT_LIMITS,
    wide: WIDE_ATTEMPT_LIMITS,
    monotonicNow,
  });
  const recent = createRecentRequests();
  let total = 0;
  let totalAt = 0;
  let events = 0;
  let eventsSince = 0;

  function forget(aggregationKey: string): void {
    const keys = readSourceKeys(aggregationKey);
    quiet.delete(aggregationKey);
    if (keys) table.clear(keys.key);
  }

  // A conspicuous source does not tighten limits for others.
  function pressureAt(nowMs: number, weight: number, rateLevel: number): number {
    if (nowMs > totalAt) {
      total *= 2 ** ((totalAt - nowMs) / TOTAL_HALF_LIFE_MS);
      totalAt = nowMs;
    }
    if (rateLevel <= RATE_ALLOWANCE) total += weight;
    const perSecond = (total * Math.LN2) / (TOTAL_HALF_LIFE_MS / 1_000);
    return Math.min(MAX_PRESSURE, Math.max(1, perSecond / CALM_REQUESTS_PER_SECOND));
  }

  function mayEmit(id: string, type: ThreatEvent['type'], nowMs: number): boolean {
    if (type === 'ddos_block') return true;
    const until = quiet.get(id);
    if ((until?.[type] ?? 0) > nowMs) return false;
    if (nowMs - eventsSince > 60_000) {
      events = 0;
      eventsSince = nowMs;
    }
    if (events >= MAX_EVENTS_A_MINUTE) return false;
    events += 1;
    quiet.set(id, { ...until, [type]: nowMs + QUIET_MS });
    return true;
  }

  function notify(source: Source, type: ThreatEvent['type'], state: State): ThreatEvent | null {
    const { slot, score, pressure, nowMs } = state;
    if (!mayEmit(source.aggregationKey, type, nowMs)) return null;
    const event: ThreatEvent = {
      type,
      address: source.address,
      score: Math.round(score),
      reasons: reasonsOf((column) => table.level(slot, column), pressure),
      samples: recent.of(source.aggregationKey),
      at: now(),
    };
    onEvent(event);
    return event;
  }

  function block(source: Source, state: State): void {
    const event = notify(source, 'ddos_block', state);
    if (!event) return;
    const { nowMs, slot } = state;
    table.endHigh(slot);
    const made = blocks.decide(source, event, nowMs);
    onBlock({ id: made.rule.id, source, event, isPending: made.stage === 'decided' });
  }

  function evaluate(source: Source, state: State): void {
    const { slot, score, pressure, nowMs } = state;
    if (score < HIGH_THREAT_SCORE) {
      notify(source, 'elevated_threat', state);
      return;
    }
    const isSustained = table.highFor(slot, nowMs) >= SUSTAINED_MS;
    if (
      !isSustained ||
      source.isExempt ||
      source.isForwarded ||
      admins.hasSignedIn(source, nowMs) ||
      !hasSeveralKinds((column) => table.level(slot, column), pressure)
    ) {
      notify(source, 'high_threat', state);
    } else if (mode === 'simulate') {
      notify(source, 'simulated_block', state);
    } else block(source, state);
  }

  function measure(source: Source, slot: number, pressure: number, nowMs: number): number {
    const score = scoreOf((column) => table.level(slot, column), pressure);
    if (score < HIGH_THREAT_SCORE) table.endHigh(slot);
    if (score >= MEDIUM_THREAT_SCORE) evaluate(source, { slot, score, pressure, nowMs });
    return score;
  }

  // An administrator's address is never blocked by its score.
  function seeAdmin(seen: SeenAdmin): void {
    admins.see(seen);
    blocks.dispatch(seen.aggregationKey, { type: 'admin seen' });
  }

  function record(source: Source, signal: TrafficSignalName, units: number): void {
    if (mode === 'off') return;
    const nowMs = monotonicNow();
    const rule = rules.size === 0 ? null : rules.match(source.words, nowMs);
    // A blocked source needs no further evidence.
    if (
      (rule?.type === 'whitelist' && !source.isForwarded) ||
      (mode === 'on' && blockOf(source, rule, nowMs))
    )
      return;
    const slot = table.touch(source.key, nowMs);
    table.add(slot, SIGNAL_COLUMNS[signal], units);
    measure(source, slot, pressureAt(nowMs, 0, 0), nowMs);
  }

  function blockOf(source: Source, rule: Rule | null, nowMs: number): Blocked | null {
    if (source.isExempt) return null;
    if (rule?.type === 'blacklist') {
      const isSpared = rule.isAutomatic && admins.hasSignedIn(source, nowMs);
      return isSpared ? null : { action: 'block', rule };
    }
    const own = ownBlocks.size === 0 ? undefined : ownBlocks.get(source.aggregationKey);
    if (!own || own.isLifted || own.endsAtMs <= nowMs) return null;
    return { action: 'block', rule: own.rule };
  }

  function recordError(
    source: Source,
    { path, status, isDenied, isForeign }: CompletedRequest,
  ): void {
    if (isForeign) return;
    if (status !== 403 && isProbePath(path)) record(source, 'probe', 1);
    if (isDenied) return;
    // Pages of other versions request files that this one lacks.
    if (status === 404 && !path.startsWith('/assets/')) {
      const slot = table.touch(source.key, monotonicNow());
      if (table.isNewPath(slot, path)) record(source, 'not_found', 1);
    } else if (status === 408 || status === 413) record(source, 'body', 1);
    else if ((status === 401 || status === 429) && findApiGroup(path)?.takes === 'sign-in') {
      record(source, 'login', 1);
      if (status === 429) record(source, 'refused', 1);
    }
  }

  /** Automatic blocks still allow signing in, slowly. */
  function admitSignIn(
    source: Source,
    routeClass: RouteClass,
    blocked: Blocked,
    nowMs: number,
  ): Verdict {
    if (!routeClass.startsWith('sign-in') || !blocked.rule.isAutomatic) return blocked;
    const slot = table.touch(source.key, nowMs);
    const retryAfterMs = table.take(slot, COSTS[routeClass].weight, TIGHT_LIMITS);
    return retryAfterMs === 0 ? ADMITTED : { action: 'limit', retryAfterMs };
  }

  /** Waiting time by the /48; adds no points to the source. */
  function wideWaitMs(source: Source, weight: number, formWeight: number, nowMs: number): number {
    if (!source.wideTableKey) return 0;
    const slot = table.touch(source.wideTableKey, nowMs);
    table.add(slot, RATE, weight);
    return (
      (formWeight > 0 ? formWaitMs(slot, formWeight, WIDE_LIMITS.forms) : 0) ||
      table.take(slot, weight, WIDE_LIMITS)
    );
  }

  // Up to the limit forms pass at once; rejected ones do not count.
  function formWaitMs(slot: number, weight: number, max: number): number {
    const level = table.level(slot, FORMS_LEVEL);
    if (level + weight <= max) {
      table.add(slot, FORMS_LEVEL, weight);
      return 0;
    }
    return FORMS_HALF_LIFE_MS * Math.log2(level / (max - weight));
  }

  return {
    get mode() {
      return mode;
    },
    setMode(next: ProtectionMode) {
      mode = next;
    },
    /** Ends are converted to the monotonic clock once, so that clock jumps do not change blocks. */
    setRules(next: CompiledRules) {
      const known = new Map(rules.all.map((rule) => [rule.id, rule]));
      const untilMonotonicMs = monotonicNow() - now().getTime();
      for (const rule of next.all) {
        const earlier = known.get(rule.id);
        rule.endsAtMs =
          earlier?.expiresAtMs === rule.expiresAtMs
            ? earlier.endsAtMs
            : rule.expiresAtMs + untilMonotonicMs;
      }
      rules = next;
    },
    blocks,
    forgive(text: string) {
      const key = readSourceKeys(text)?.aggregationKey;
      if (key) blocks.dispatch(key, { type: 'forgiven' });
    },

    seeAdmins(seen: readonly SeenAdmin[]) {
      for (const admin of seen) seeAdmin(admin);
    },

    admit(source: Source, routeClass: RouteClass): Verdict {
      if (mode === 'off') return ADMITTED;
      const nowMs = monotonicNow();
      const rule = rules.size === 0 ? null : rules.match(source.words, nowMs);
      if (rule?.type === 'whitelist' && !source.isForwarded) return ADMITTED;
      const blocked = blockOf(source, rule, nowMs);
      if (blocked && mode === 'on') return admitSignIn(source, routeClass, blocked, nowMs);

      const slot = table.touch(source.key, nowMs);
      const { weight, formWeight } = COSTS[routeClass];
      table.add(slot, RATE, weight);
      const pressure = pressureAt(nowMs, source.isExempt ? 0 : weight, table.level(slot, RATE));
      const score = measure(source, slot, pressure, nowMs);
      if (blocked) notify(source, 'simulated_block', { slot, score, pressure, nowMs });

      const isTight =
        !source.isForwarded && (score >= MEDIUM_THREAT_SCORE || rule?.type === 'suspicious');
      const { perSecond, burst, forms } = isTight ? TIGHT_LIMITS : limitsOf(source);
      const isAttempt = routeClass === 'sign-in-form' && !admins.hasSignedIn(source, nowMs);
      const retryAfterMs =
        (formWeight > 0 ? formWaitMs(slot, formWeight, forms) : 0) ||
        (isAttempt ? attempts.take(source) : 0) ||
        table.take(slot, weight, { perSecond: isTight ? perSecond / pressure : perSecond, burst });
      if (source.isExempt || admins.isAtWork(source, nowMs)) return ADMITTED;
      if (retryAfterMs > 0) table.add(slot, SIGNAL_COLUMNS.refused, weight);
      const waitMs = retryAfterMs || wideWaitMs(source, weight, formWeight, nowMs);
      return waitMs > 0 && mode === 'on' ? { action: 'limit', retryAfterMs: waitMs } : ADMITTED;
    },

    record: (source: Source, signal: TrafficSignalName, units = 1) => record(source, signal, units),

    observe(source: Source, completed: CompletedRequest) {
      if (mode === 'off') return;
      const { method, path, status } = completed;
      const { aggregationKey } = source;
      recent.add(aggregationKey, method, loggedPath(path), status, now().getTime());
      if (completed.isAdmin) seeAdmin({ aggregationKey, seenAtMs: monotonicNow() });
      else if (status >= 400) recordError(source, completed);
    },

    hasAdminAtWork: (source: Source) => admins.isAtWork(source, monotonicNow()),

    scoreOf(source: Source): number {
      const nowMs = monotonicNow();
      const slot = table.touch(source.key, nowMs);
      return Math.round(scoreOf((column) => table.level(slot, column), pressureAt(nowMs, 0, 0)));
    },
  };
}

/** Clients behind a proxy that does not name them count as many. */
function limitsOf({ isForwarded: isAttached, wideTableKey }: Source) {
  return isAttached && !wideTableKey ? WIDE_LIMITS : ORDINARY_LIMITS;
}
