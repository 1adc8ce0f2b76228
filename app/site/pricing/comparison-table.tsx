import { Check, Minus } from 'lucide-react';
import type { ComparisonGroup, ComparisonValue, Pricing } from '#shared/site-content/pricing.ts';
import { COMPARISON_MESSAGES } from './messages.ts';

const headingId = 'comparison-heading';

// Narrow screens show the feature above its values. With `grid`, some browsers drop the roles of a table.
const ROWS = ['', '', 'max-sm:grid-cols-2', 'max-sm:grid-cols-3', 'max-sm:grid-cols-4'];
const cell = 'px-3 text-start sm:border-b sm:border-line sm:px-6 sm:py-3';
const value = `${cell} max-sm:border-b max-sm:border-line max-sm:py-2`;

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see above */
export function ComparisonTable({ pricing: { plans, comparison } }: { pricing: Pricing }) {
  if (comparison.length === 0) return null;
  const row = `max-sm:grid ${ROWS[plans.length]}`;
  return (
    <section aria-labelledby={headingId} className="content-width pt-24 lg:pt-36">
      <h2 id={headingId} className="text-3xl">
        {COMPARISON_MESSAGES.heading}
      </h2>
      <div className="card mt-8">
        <table
          role="table"
          aria-labelledby={headingId}
          className="w-full table-fixed border-separate border-spacing-0 text-sm wrap-break-word hyphens-auto max-sm:block sm:text-base"
        >
          <thead
            role="rowgroup"
            className="sticky top-(--bar-height) z-10 bg-surface-raised max-sm:block"
          >
            <tr role="row" className={row}>
              <th
                role="columnheader"
                scope="col"
                className={`${cell} w-[31%] font-semibold max-sm:sr-only`}
              >
                {COMPARISON_MESSAGES.feature}
              </th>
              {plans.map((plan) => (
                <th
                  key={plan.name}
                  role="columnheader"
                  scope="col"
                  className={`${value} font-semibold max-sm:py-3 ${plan.isPopular ? 'bg-emphasis text-accent' : ''}`}
                >
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          {comparison.map((group) => (
            <GroupRows key={group.name} {...{ group, plans, row }} />
          ))}
        </table>
      </div>
    </section>
  );
}

type GroupProps = { group: ComparisonGroup; plans: Pricing['plans']; row: string };

function GroupRows({ group, plans, row }: GroupProps) {
  return (
    <tbody
      role="rowgroup"
      className="max-sm:block last:[&>tr:last-child>:not([scope])]:border-b-0 last:sm:[&>tr:last-child>*]:border-b-0"
    >
      {group.name && (
        <tr role="row" className="max-sm:block">
          <th
            role="rowheader"
            scope="rowgroup"
            colSpan={plans.length + 1}
            className="border-b border-line bg-surface px-3 pt-7 pb-2 text-start font-display text-lg font-semibold max-sm:block sm:px-6 sm:pt-9"
          >
            {group.name}
          </th>
        </tr>
      )}
      {group.rows.map(({ feature, values }) => (
        <tr key={feature} role="row" className={row}>
          <th
            role="rowheader"
            scope="row"
            className={`${cell} font-normal max-sm:col-span-full max-sm:pt-3 max-sm:pb-1 max-sm:text-ink-muted`}
          >
            {feature}
          </th>
          {plans.map((plan, index) => (
            <td
              key={plan.name}
              role="cell"
              className={`${value} ${plan.isPopular ? 'bg-emphasis' : ''}`}
            >
              {values[index] && <Value {...values[index]} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
/* oxlint-enable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

function Value({ isIncluded, text }: ComparisonValue) {
  if (isIncluded === null) return text;
  const Icon = isIncluded ? Check : Minus;
  return (
    <>
      <Icon aria-hidden className={`size-5 ${isIncluded ? 'text-ok' : 'text-ink-muted'}`} />
      <span className="sr-only">
        {isIncluded ? COMPARISON_MESSAGES.included : COMPARISON_MESSAGES.notIncluded}
      </span>
      {text && <span className="block text-sm text-ink-muted"> {text}</span>}
    </>
  );
}
