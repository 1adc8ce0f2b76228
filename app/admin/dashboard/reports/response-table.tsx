import { DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import type { ResponseGroup } from '#shared/reports/admin-schema.ts';
import { MAX_LISTED } from '#shared/reports/values.ts';
import { RESPONSE_MESSAGES as messages } from './messages.ts';
import { minutesText, percentText } from './format-response.ts';

type Props = {
  title: string;
  heading: string;
  none: string;
  groups: readonly ResponseGroup[];
};

export function ResponseTable({ title, heading, none, groups }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <h3 className="text-base">{title}</h3>
      <DataTable
        label={title}
        isMain
        rows={groups}
        keyOf={({ value }) => value ?? ''}
        columns={[
          {
            label: heading,
            isHead: true,
            className: 'wrap-anywhere min-w-40',
            renderCell: ({ value }) => value ?? none,
          },
          {
            label: messages.columns.enquiries,
            isEnd: true,
            renderCell: ({ enquiries }) => formatCount(enquiries),
          },
          {
            label: messages.columns.median,
            isEnd: true,
            renderCell: ({ medianMinutes }) => minutesText(medianMinutes),
          },
          {
            label: messages.columns.ninetieth,
            isEnd: true,
            renderCell: ({ ninetiethMinutes }) => minutesText(ninetiethMinutes),
          },
          {
            label: messages.columns.inTime,
            isEnd: true,
            renderCell: ({ inTimePercent }) => percentText(inTimePercent),
          },
          {
            label: messages.columns.overdue,
            isEnd: true,
            renderCell: ({ overdue }) => formatCount(overdue),
          },
        ]}
      />
      {groups.length >= MAX_LISTED && (
        <p className="text-sm text-ink-muted">{messages.listed(MAX_LISTED)}</p>
      )}
    </div>
  );
}
