import type { ServiceContext, Transaction } from '#server/context/context.ts';
import { hasEvidence, PROMISE_KEY } from '#shared/claims/values.ts';
import { localDate } from '#shared/lib/local-dates.ts';
import { slugOf } from '#shared/lib/slug.ts';
import type { ProofContent } from '#shared/site-content/proof.ts';

type Claim = ProofContent['numbers' | 'stories'][number];
type Values = Record<string, unknown>;

/** Changes of these are attested by the administrator who saves them. */
const ATTESTED = ['value', 'suffix', 'result', 'evidence', 'evidenceUrl', 'reviewBy'] as const;

const MAX_KEY = 40;

/** Letters and hyphens, as `public_claims` has them. */
function buildKey(label: string, taken: ReadonlySet<string>): string {
  const letters = slugOf(label)
    .slice(0, MAX_KEY)
    .split(/[^a-z]+/)
    .filter(Boolean);
  let key = letters.join('-') || 'claim';
  while (taken.has(key)) key += '-x';
  return key;
}

/** Assigns keys, notes who attested when, and forgets the measurements of what is no longer measured. */
export async function prepareProof(
  tx: Transaction,
  before: Values,
  after: Values,
  ctx: ServiceContext,
): Promise<Values> {
  const [former, next] = [before, after] as unknown as ProofContent[];
  const known = new Map<string, Claim>(
    [...(former?.numbers ?? []), ...(former?.stories ?? [])].map((claim) => [claim.key, claim]),
  );
  const taken = new Set([PROMISE_KEY, ...known.keys()]);
  const stamp = {
    attestedOn: localDate(ctx.now(), ctx.officeHours?.().timeZone ?? 'UTC'),
    attestedBy: ctx.actor.type === 'admin' ? ctx.actor.username : '',
  };
  function prepare<Each extends Claim>(claim: Each, label: string): Each {
    const old = known.get(claim.key);
    known.delete(claim.key);
    const key = old ? claim.key : buildKey(label, taken);
    taken.add(key);
    const isSame = ATTESTED.every(
      (name) => Reflect.get(old ?? {}, name) === Reflect.get(claim, name),
    );
    if (old && isSame) return { ...claim, attestedOn: old.attestedOn, attestedBy: old.attestedBy };
    const attested = hasEvidence(claim) ? stamp : { attestedOn: '', attestedBy: '' };
    return { ...claim, key, ...attested };
  }
  const numbers = next?.numbers.map((number) => prepare(number, number.label)) ?? [];
  const stories = next?.stories.map((story) => prepare(story, `case-${story.industry}`)) ?? [];
  const measured = new Set(numbers.map(({ key, measure }) => `${key} ${measure}`));
  const stale = former?.numbers.filter(({ key, measure }) => !measured.has(`${key} ${measure}`));
  if (stale && stale.length > 0) {
    await tx
      .deleteFrom('publicClaims')
      .where(
        'key',
        'in',
        stale.map(({ key }) => key),
      )
      .execute();
  }
  return { ...after, numbers, stories };
}
