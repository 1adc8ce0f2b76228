import { expect, it } from 'vitest';
import { SAMPLE_CONTENT } from '#tests/support/samples/sample-company.ts';
import { buildComparison, hasPrices, toPricing } from './pricing.ts';
import { plansSchema } from './plans.ts';
import { buildEmpty } from './fields.ts';

const SAMPLE = SAMPLE_CONTENT.plans;

/** '✓', '–', a text or '✓ with a note' of each plan, by row. */
function readRows(comparison: ReturnType<typeof buildComparison>) {
  const cells = comparison
    .flatMap(({ rows }) => rows)
    .map(({ feature, values }) => [
      feature,
      ...values.map(({ isIncluded, text }) => {
        const mark = { true: '✓', false: '–', null: '' }[`${isIncluded}`];
        return `${mark} ${text}`.trim();
      }),
    ]);
  return cells.map((row) => row.join(' | '));
}

it('derives the specified comparison from the lines of the plans', () => {
  const { comparison, plans } = toPricing(SAMPLE);
  expect(comparison.map(({ name }) => name)).toEqual([
    'Data & dashboards',
    'Integrations & platform',
    'Support & services',
  ]);
  expect(readRows(comparison)).toEqual([
    'Data sources | Up to 3 | Unlimited | Unlimited',
    'Visualisations | 5 custom charts | Unlimited | Unlimited',
    'Custom dashboard design | ✓ from standard templates | ✓ | ✓',
    'Mobile responsive | ✓ | ✓ | ✓',
    'Data export | ✓ | ✓ | ✓',
    'Real-time data processing | – | ✓ | ✓',
    'Advanced integrations | – | ✓ | ✓',
    'API access | – | ✓ | ✓',
    'AI/ML | – | – | ✓',
    'White-label | – | – | ✓',
    'User management | Basic | Advanced | Enterprise',
    'Email support | ✓ | ✓ | ✓',
    'Priority support | – | ✓ | ✓',
    'Dedicated project manager | – | – | ✓',
    'On-site training | – | – | ✓',
    'Custom SLA | – | – | ✓',
    'Support period | 1 month | 3 months | 12 months',
  ]);
  expect(plans.map(({ priceText }) => priceText)).toEqual([
    'Starting at $5,000',
    'Starting at $15,000',
    'Custom pricing',
  ]);
  expect(plans[1]?.features).not.toContain('');
  expect(JSON.stringify(plans)).not.toContain(' = ');
});

it('shows a row that no group names last, and no comparison of examples', () => {
  const [basic] = SAMPLE.plans;
  if (!basic) throw new Error('The sample has no plan');
  const plans = [{ ...basic, support: '', features: ['Own domain = Domain'], limits: ['Domains'] }];
  expect(buildComparison({ plans, comparison: [{ name: 'Rows', rows: ['DOMAINS'] }] })).toEqual([
    { name: 'Rows', rows: [{ feature: 'DOMAINS', values: [{ isIncluded: false, text: '' }] }] },
    { name: '', rows: [{ feature: 'Domain', values: [{ isIncluded: true, text: '' }] }] },
  ]);
  expect(toPricing({ ...SAMPLE, kind: 'examples' }).comparison).toEqual([]);
  const lira = toPricing({ ...SAMPLE, currency: 'TRY', taxNote: 'plus VAT' });
  expect(lira.plans[0]?.priceText).toBe('Starting at ₺5,000 plus VAT');
});

it('has no prices without a plan', () => {
  expect(hasPrices(SAMPLE)).toBe(true);
  expect(hasPrices({ ...SAMPLE, kind: 'none' })).toBe(false);
  expect(hasPrices({ ...SAMPLE, plans: [] })).toBe(false);
  expect(hasPrices(buildEmpty(plansSchema))).toBe(false);
});
