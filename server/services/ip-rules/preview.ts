import { sql } from 'kysely';
import { listApiPaths, listPaths } from '#shared/routes.ts';
import {
  type Database,
  requireAdmin,
  type ServiceContext,
  withTransaction,
} from '#server/context/context.ts';
import { findUnavailability, ServiceError } from '#server/core/errors.ts';
import { formatRange, parseRange } from '#server/traffic/address-range.ts';
import { countedRange } from '#server/db/traffic-columns.ts';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import { PREVIEW_DAYS, RULE_PRECEDENCE } from '#shared/ip-rules/values.ts';
import type { IpRulePreview, IpRulePreviewInput } from '#shared/ip-rules/admin-schema.ts';
import { FILE_COST, FILE_PATHS, TIGHT_LIMITS } from '#shared/traffic-signals/values.ts';
import { LOOPBACK, readRange } from './range.ts';

const ENQUIRY_FORMS = listPaths(({ kind, isPrivate }) => kind === 'form' && !isPrivate);
const DAY_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 3_000;

type Replay = Pick<IpRulePreviewInput, 'ruleType'> & {
  range: string;
  prefix: number;
  exempt: string[];
  since: Date;
  until: Date;
};

/** Replays a rule over recent request logs beside the current rules; a more specific rule decides. */
export async function previewIpRule(
  ctx: ServiceContext,
  input: IpRulePreviewInput,
  { proxies }: { proxies: readonly string[] },
): Promise<IpRulePreview> {
  requireAdmin(ctx);
  const { ruleType } = input;
  const range = readRange(input, { ownAddress: ctx.client.address, proxies });
  const until = ctx.now();
  const replay: Replay = {
    ruleType,
    range: formatRange(range),
    prefix: range[1],
    exempt: [...LOOPBACK, ...proxies].flatMap((text) => {
      const exempt = parseRange(text);
      return exempt ? formatRange(exempt) : [];
    }),
    since: new Date(until.getTime() - PREVIEW_DAYS * DAY_MS),
    until,
  };
  try {
    const statistics = await withTransaction(ctx, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(PATIENCE_MS)}`.execute(tx);
      const requests = await countRequests(tx, replay);
      const administratorSignIns = await countSignIns(tx, replay);
      const overLimit = ruleType === 'suspicious' ? await countOverLimit(tx, replay) : null;
      return { ...requests, administratorSignIns, overLimit };
    });
    return {
      ipAddress: replay.range,
      ruleType,
      since: replay.since.toISOString(),
      until: until.toISOString(),
      ...statistics,
    };
  } catch (error) {
    if (findUnavailability(error) !== 'timeout') throw error;
    throw new ServiceError('UNAVAILABLE', IP_RULE_MESSAGES.previewTooLarge);
  }
}

function isDecisive(address: string, { ruleType, range, prefix, exempt, until }: Replay) {
  const stronger = RULE_PRECEDENCE.slice(0, RULE_PRECEDENCE.indexOf(ruleType));
  return sql<boolean>`not (${sql.ref(address)} <<= any (${exempt}::inet[])) and not exists (
    select from ip_security_rules as rule
    where rule.ip_address <<= ${range}::inet and rule.ip_address >>= ${sql.ref(address)}
      and (rule.expires_at is null or rule.expires_at > ${until})
      and (masklen(rule.ip_address) > ${prefix}
        or (masklen(rule.ip_address) = ${prefix} and rule.rule_type = any (${stronger}::text[])))
  )`;
}

// Grouped by address, so that rules are evaluated once per address.
async function countRequests(db: Database, replay: Replay) {
  const { rows } = await sql<{
    requests: number;
    addresses: number;
    refused: number;
    enquiries: number;
    isEstimate: boolean;
  }>`
    with found as (
      select
        ip_address,
        sum(weight) as requests,
        sum(weight) filter (where response_status in (403, 429)) as refused,
        sum(weight) filter (where
          (response_status = 201 and endpoint = any (${listApiPaths('form')}::text[]))
          or (response_status = 303 and endpoint = any (${ENQUIRY_FORMS}::text[]))
        ) as enquiries,
        max(weight) as most
      from ddos_request_logs
      where created_at >= ${replay.since} and created_at <= ${replay.until}
        and ip_address <<= ${replay.range}::inet
      group by ip_address
    )
    select
      coalesce(sum(requests), 0)::bigint as requests,
      count(*) as addresses,
      coalesce(sum(refused), 0)::bigint as refused,
      coalesce(sum(enquiries), 0)::bigint as enquiries,
      coalesce(max(most) > 1, false) as is_estimate
    from found
    where ${isDecisive('found.ip_address', replay)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an aggregate without a row');
  return row;
}

const MAX_A_MINUTE = TIGHT_LIMITS.burst + 60 * TIGHT_LIMITS.perSecond;

async function countOverLimit(db: Database, replay: Replay): Promise<number> {
  const { since, until, range } = replay;
  const { rows } = await sql<{ requests: number }>`
    with requests as (
      select ip_address, created_at, endpoint, weight from ddos_request_logs
      where created_at >= ${since} and created_at <= ${until} and ip_address <<= ${range}::inet
    ), found as (
      select distinct ip_address from requests
    ), minutes as (
      select sum(weight * case when endpoint ~ ${FILE_PATHS} then ${FILE_COST}::numeric else 1 end)
        as cost
      from requests
      where ip_address in (
        select ip_address from found where ${isDecisive('found.ip_address', replay)}
      )
      group by ${countedRange('requests.ip_address')}, date_trunc('minute', created_at)
    )
    select coalesce(sum(ceil(cost - ${MAX_A_MINUTE})), 0)::bigint as requests
    from minutes where cost > ${MAX_A_MINUTE}
  `.execute(db);
  return rows[0]?.requests ?? 0;
}

async function countSignIns(db: Database, replay: Replay): Promise<number> {
  const { count } = await db
    .selectFrom('adminSessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', replay.since)
    .where('createdAt', '<=', replay.until)
    .where(sql<boolean>`admin_sessions.ip_address <<= ${replay.range}::inet`)
    .where(isDecisive('admin_sessions.ip_address', replay))
    .executeTakeFirstOrThrow();
  return count;
}
