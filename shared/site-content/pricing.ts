import { PRICE_MESSAGES } from './messages.ts';
import type { PlanIcon, PlansFields } from './plans.ts';

type PlanFields = PlansFields['plans'][number];

/** Null: the text stands for itself. */
export type ComparisonValue = { isIncluded: boolean | null; text: string };

export type ComparisonGroup = {
  name: string;
  rows: { feature: string; values: ComparisonValue[] }[];
};

export type Pricing = ReturnType<typeof toPricing>;

export type ShownPlan = Pricing['plans'][number];

export function hasPrices({ kind, plans }: PlansFields): boolean {
  return kind !== 'none' && plans.length > 0;
}

/** 'Unlimited data sources = Data sources: Unlimited' is the text of the card, the row and its value. */
function parseLine(line: string) {
  const [text = '', entry] = line.split(/(?:^| )= (.*)/s);
  const [row = '', value] = (entry ?? text).split(/: (.*)/s);
  return { text, row, value, isRow: entry !== undefined };
}

function listOnCard(lines: readonly string[]): string[] {
  return lines.map((line) => parseLine(line).text).filter(Boolean);
}

function parseValue(value: string): ComparisonValue {
  const [, included, text] = /^(yes|no)(?:, (.*))?$/i.exec(value) ?? [];
  if (!included) return { isIncluded: null, text: value };
  return { isIncluded: included.toLowerCase() === 'yes', text: text ?? '' };
}

/** A feature without a value is included, a limit is not. A line that equals the name of a row fills it. */
function listEntries({ support, limits, features }: PlanFields) {
  return [
    ...limits.map((line) => ({ value: 'no', line })),
    ...[support, ...features].map((line) => ({ value: 'yes', line })),
  ].map(({ value, line }) => ({ ...parseLine(line), ...(!parseLine(line).value && { value }) }));
}

export function buildComparison({
  plans,
  comparison,
}: Pick<PlansFields, 'plans' | 'comparison'>): ComparisonGroup[] {
  const filled: Map<string, string>[] = [];
  for (const plan of plans) {
    const entries = listEntries(plan).map(
      ({ row, value = '' }) => [row.toLowerCase(), value] as const,
    );
    filled.push(new Map([...(plan.includesPrevious ? (filled.at(-1) ?? []) : []), ...entries]));
  }
  const named = new Set(comparison.flatMap(({ rows }) => rows.map((row) => row.toLowerCase())));
  const others = plans
    .flatMap(listEntries)
    .filter(({ isRow, row }) => isRow && !named.has(row.toLowerCase()))
    .map(({ row }) => row);
  return [...comparison, { name: '', rows: [...new Set(others)] }]
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => ({
      name,
      rows: rows.map((feature) => ({
        feature,
        values: filled.map((values) => parseValue(values.get(feature.toLowerCase()) ?? 'no')),
      })),
    }));
}

function formatPrice({ priceFrom, priceText }: PlanFields, { currency, taxNote }: PlansFields) {
  if (priceFrom === null) return priceText;
  const price = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(priceFrom);
  return [PRICE_MESSAGES.from(price), taxNote].filter(Boolean).join(' ');
}

export function toPricing(fields: PlansFields) {
  const { kind, product, currency, plans } = fields;
  return {
    isExamples: kind === 'examples',
    product,
    currency,
    plans: plans.map((plan) => {
      const { includesPrevious: _, priceFrom, ...shown } = plan;
      return {
        ...shown,
        icon: plan.icon as PlanIcon,
        priceFrom,
        priceText: formatPrice(plan, fields),
        support: parseLine(plan.support).text,
        features: listOnCard(plan.features),
        limits: listOnCard(plan.limits),
      };
    }),
    comparison: kind === 'plans' && plans.length > 1 ? buildComparison(fields) : [],
  };
}
