import { Check, Minus } from 'lucide-react';
import { COMPARISON_MESSAGES } from './messages.ts';
import { COMPARISON_GROUPS, type ComparisonGroup, type ComparisonValue, PLANS } from './plans.ts';

const headingId = 'comparison-heading';

// Narrow screens show the feature above its values. With `grid`, some browsers drop the roles of a table.
const row = 'max-sm:grid max-sm:grid-cols-3';
const cell = 'px-3 text-start sm:border-b sm:border-line sm:px-6 sm:py-3';
const value = `${cell} max-sm:border-b max-sm:border-line max-sm:py-2`;

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see above */
export function ComparisonTable() {
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
              {PLANS.map((plan) => (
                <th
                  key={plan.id}
                  role="columnheader"
                  scope="col"
                  className={`${value} font-semibold max-sm:py-3 ${plan.isPopular ? 'bg-emphasis text-accent' : ''}`}
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
    </section>
  );
}

function GroupRows({ group }: { group: ComparisonGroup }) {
  return (
    <tbody
      role="rowgroup"
      className="max-sm:block last:[&>tr:last-child>:not([scope])]:border-b-0 last:sm:[&>tr:last-child>*]:border-b-0"
    >
      <tr role="row" className="max-sm:block">
        <th
          role="rowheader"
          scope="rowgroup"
          colSpan={PLANS.length + 1}
          className="border-b border-line bg-surface px-3 pt-7 pb-2 text-start font-display text-lg font-semibold max-sm:block sm:px-6 sm:pt-9"
        >
          {group.name}
        </th>
      </tr>
      {group.rows.map(([feature, ...values]) => (
        <tr key={feature} role="row" className={row}>
          <th
            role="rowheader"
            scope="row"
            className={`${cell} font-normal max-sm:col-span-3 max-sm:pt-3 max-sm:pb-1 max-sm:text-ink-muted`}
          >
            {feature}
          </th>
          {PLANS.map((plan, index) => (
            <td
              key={plan.id}
              role="cell"
              className={`${value} ${plan.isPopular ? 'bg-emphasis' : ''}`}
            >
              <Value value={values[index] ?? false} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
/* oxlint-enable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */

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
