import { formatCount } from '#app/admin/ui/format-count.ts';
import type { ReportShare } from '#shared/dashboard/admin-schema.ts';

type Props = {
  title: string;
  heading: string;
  options: readonly { value: string; label: string }[];
  shares: readonly ReportShare[];
};

/** How a total is shared out: a bar, a number and a percentage for each value. */
export function ShareTable({ title, heading, options, shares }: Props) {
  const counts = new Map(shares.map(({ value, count }) => [value, count]));
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const percentOf = (count: number) => (total === 0 ? 0 : Math.round((100 * count) / total));

  return (
    <div className="card overflow-x-auto p-4">
      <table className="admin-table">
        <caption className="pb-2 text-start font-semibold">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">Share</th>
            <th scope="col" data-end>
              Count
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map(({ value, label }) => {
            const count = counts.get(value) ?? 0;
            return (
              <tr key={value}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="whitespace-nowrap tabular-nums">
                  <svg
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden
                    className="me-2 inline-block h-2 w-16 rounded-sm bg-surface-sunken sm:w-40"
                  >
                    <rect width={percentOf(count)} height="8" className="fill-accent" />
                  </svg>
                  {`${percentOf(count)}%`}
                </td>
                <td data-end>{formatCount(count)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              All
            </th>
            <td data-end>{formatCount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
