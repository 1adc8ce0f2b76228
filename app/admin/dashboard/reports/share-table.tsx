import { formatCount } from '#app/admin/ui/format-count.ts';
import type { ReportShare } from '#shared/dashboard/admin-schema.ts';
import { REPORTS_MESSAGES as messages } from './messages.ts';

type Props = {
  title: string;
  heading: string;
  options: readonly (string | { value: string; label: string })[];
  shares: readonly ReportShare[];
};

export function ShareTable({ title, heading, options, shares }: Props) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="card overflow-x-auto p-4">
      <table className="admin-table">
        <caption className="pb-2 text-start font-semibold">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{messages.share}</th>
            <th scope="col" data-end>
              {messages.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {options.map((option) => {
            const { value, label } =
              typeof option === 'string' ? { value: option, label: option } : option;
            const count = shares.find((share) => share.value === value)?.count ?? 0;
            const percent = total === 0 ? 0 : Math.round((100 * count) / total);
            return (
              <tr key={value}>
                <th scope="row" className="font-normal">
                  {label}
                </th>
                <td className="whitespace-nowrap">
                  <svg
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden
                    className="me-2 inline-block h-2 w-16 rounded-sm bg-surface-sunken sm:w-40"
                  >
                    <rect width={percent} height="8" className="fill-accent" />
                  </svg>
                  {`${percent}%`}
                </td>
                <td data-end>{formatCount(count)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {messages.all}
            </th>
            <td data-end>{formatCount(total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
