import { sql } from 'kysely';
import type { Transaction } from '#server/context/context.ts';
import { rejectField } from '#server/core/errors.ts';
import { slugOf } from '#shared/lib/slug.ts';
import type { StoredOption } from '#shared/orders/values.ts';
import { parseStored } from '#shared/site-content/fields.ts';
import { orderOptionsSchema } from '#shared/site-content/options.ts';
import { splitKey } from '#shared/site-content/types.ts';
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

type List = keyof typeof USES;
type Values = Record<string, unknown>;

async function countUses(tx: Transaction, list: List, options: readonly StoredOption[]) {
  const { rows } = await sql<{ value: string; count: number }>`
    select value, count(*) as count from ${USES[list]} as value
    where value = any(${options.map(({ value }) => value)}) group by value
  `.execute(tx);
  return new Map(rows.map(({ value, count }) => [value, count]));
}

/** Removes the sample's options, but for those of earlier enquiries. */
export async function removeSampleOptions(tx: Transaction): Promise<void> {
  const sample = await tx
    .selectFrom('siteContent')
    .select('data')
    .where((row) => row.and({ ...splitKey('order-options'), isSample: true }))
    .executeTakeFirst();
  if (!sample) return;
  const options = parseStored(orderOptionsSchema, sample.data as object);
  const lists = Object.keys(options) as (keyof typeof options)[];
  for (const list of lists) {
    const uses = await countUses(tx, list, options[list]);
    const used = options[list].filter(({ value }) => uses.has(value));
    options[list] = used.map((option) => ({ ...option, isArchived: true }));
  }
  if (lists.every((list) => options[list].length === 0)) return;
  await tx
    .updateTable('siteContent')
    .set({ data: JSON.stringify(options), isSample: false })
    .where((row) => row.and(splitKey('order-options')))
    .execute();
}

/** Assigns the values of options. A used option keeps its label, so that enquiries read as they were sent. */
export async function prepareOptions(
  tx: Transaction,
  before: Values,
  after: Values,
): Promise<Values> {
  const prepared = { ...after };
  for (const name of Object.keys(USES) as List[]) {
    if (!(name in after)) continue;
    const former = before[name] as StoredOption[];
    const next = assignValues(name, former, after[name] as StoredOption[]);
    const repeated = next.find(({ value, label }, index) =>
      next.slice(0, index).some((other) => other.value === value || other.label === label),
    );
    if (repeated) throw rejectField(name, messages.repeated(repeated.label));
    const labels = new Map(next.map(({ value, label }) => [value, label]));
    const changed = former.filter(({ value, label }) => labels.get(value) !== label);
    const uses = await countUses(tx, name, changed);
    const used = changed.find(({ value }) => uses.has(value));
    if (used) throw rejectField(name, messages.used(used.label, uses.get(used.value) ?? 0));
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
