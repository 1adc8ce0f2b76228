import { Check, Minus } from 'lucide-react';
import { COMPARISON_MESSAGES } from './messages.ts';
import { COMPARISON_GROUPS, type ComparisonGroup, type ComparisonValue, PLANS } from './plans.ts';

const headingId = 'comparison-heading';

// The first column stays in place while the others pass below it on narrow screens.
const firstColumn =
  'sticky left-0 z-10 w-36 min-w-36 border-e border-line bg-surface-raised text-start sm:w-auto lg:border-e-0';
const cell = 'border-b border-line px-3 py-2.5 sm:px-6 sm:py-3';

export function ComparisonTable() {
  return (
    <div className="content-width pt-24 lg:pt-36">
      <h2 id={headingId} className="text-3xl">
        {COMPARISON_MESSAGES.heading}
      </h2>
      <div
        role="region"
        aria-labelledby={headingId}
        // The keyboard must be able to scroll it where it is wider than the screen (axe: scrollable-region-focusable).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="card relative mt-8 overflow-x-auto"
      >
        <table className="w-full border-separate border-spacing-0 text-sm sm:text-base">
          <thead>
            <tr>
              <th scope="col" className={`${cell} ${firstColumn} font-semibold`}>
                {COMPARISON_MESSAGES.feature}
              </th>
              {PLANS.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  className={`${cell} min-w-28 text-start font-semibold ${plan.isPopular ? 'bg-surface-sunken text-accent' : ''}`}
                >
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          {COMPARISON_GROUPS.map((group) => (
            <GroupRows key={group.name} group={group} />
          ))}
        </table>
      </div>
    </div>
  );
}

function GroupRows({ group }: { group: ComparisonGroup }) {
  return (
    <tbody className="last:[&>tr:last-child>*]:border-b-0">
      <tr>
        <th
          scope="rowgroup"
          colSpan={PLANS.length + 1}
          className="border-b border-line bg-surface px-3 pt-7 pb-2 text-start sm:px-6 sm:pt-9"
        >
          <span className="sticky left-3 font-display text-lg font-semibold sm:left-6">
            {group.name}
          </span>
        </th>
      </tr>
      {group.rows.map(([feature, ...values]) => (
        <tr key={feature}>
          <th scope="row" className={`${cell} ${firstColumn} font-normal`}>
            {feature}
          </th>
          {PLANS.map((plan, index) => (
            <td key={plan.id} className={`${cell} ${plan.isPopular ? 'bg-surface-sunken' : ''}`}>
              <Value value={values[index] ?? false} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Value({ value }: { value: ComparisonValue }) {
  if (typeof value === 'string') return value;
  const Icon = value ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={`size-5 ${value ? 'text-ok' : 'text-ink-muted'}`} />
      <span className="sr-only">
        {value ? COMPARISON_MESSAGES.included : COMPARISON_MESSAGES.notIncluded}
      </span>
    </>
  );
}
