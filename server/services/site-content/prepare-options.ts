import { sql } from 'kysely';
import type { Transaction } from '#server/context/context.ts';
import { rejectField } from '#server/core/errors.ts';
import { slugOf } from '#shared/lib/slug.ts';
import type { StoredOption } from '#shared/orders/values.ts';
import { SITE_CONTENT_MESSAGES as messages } from '#shared/site-content/messages.ts';

/** Rows that use an option. */
const USES = {
  services: sql`orders, unnest(array[service_type])`,
  features: sql`orders, unnest(desired_features)`,
  budgets: sql`orders, unnest(array[estimated_budget])`,
  timelines: sql`orders, unnest(array[target_timeline])`,
  languages: sql`orders, unnest(required_languages)`,
  categories: sql`projects, unnest(array[industry_category])`,
};

/** Lists in which the value is a code; in others it is the label. */
const CODED = ['budgets', 'timelines'];

type Values = Record<string, unknown>;

/** Assigns the values of options. A used option keeps its label, so that enquiries read as they were sent. */
export async function prepareOptions(
  tx: Transaction,
  before: Values,
  after: Values,
): Promise<Values> {
  const prepared = { ...after };
  for (const [name, uses] of Object.entries(USES)) {
    if (!(name in after)) continue;
    const former = before[name] as StoredOption[];
    const next = assignValues(name, former, after[name] as StoredOption[]);
    const repeated = next.find(({ value, label }, index) =>
      next.slice(0, index).some((other) => other.value === value || other.label === label),
    );
    if (repeated) throw rejectField(name, messages.repeated(repeated.label));
    const labels = new Map(next.map(({ value, label }) => [value, label]));
    const changed = former.filter(({ value, label }) => labels.get(value) !== label);
    const { rows } = await sql<{ value: string; count: number }>`
      select value, count(*) as count from ${uses} as value
      where value = any(${changed.map(({ value }) => value)}) group by value order by value limit 1
    `.execute(tx);
    const used = changed.find(({ value }) => value === rows[0]?.value);
    if (used) throw rejectField(name, messages.used(used.label, rows[0]?.count ?? 0));
    prepared[name] = next;
  }
  return prepared;
}

function assignValues(list: string, former: readonly StoredOption[], next: StoredOption[]) {
  // While it is unused, an option that is not a code can be renamed.
  if (!CODED.includes(list)) return next.map((option) => ({ ...option, value: option.label }));
  const taken = new Set(former.map(({ value }) => value));
  return next.map((option) => {
    if (taken.has(option.value)) return option;
    const code = slugOf(option.label) || option.label;
    let value = code;
    for (let number = 2; taken.has(value); number += 1) value = `${code}-${number}`;
    taken.add(value);
    return { ...option, value };
  });
}
