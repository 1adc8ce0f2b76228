import { type DataColumn, DataTable } from '#app/admin/ui/list/data-table.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { TRAFFIC_SIGNALS } from '#shared/traffic-signals/values.ts';
import { SIGNAL_MESSAGES as messages } from './messages.ts';

const COLUMNS: DataColumn<(typeof TRAFFIC_SIGNALS)[number]>[] = [
  { label: messages.signal, isHead: true, className: 'min-w-44', renderCell: ({ label }) => label },
  { label: messages.counts, className: 'min-w-52', renderCell: ({ counts }) => counts },
  { label: messages.allowance, isEnd: true, renderCell: ({ allowance }) => formatCount(allowance) },
  {
    label: messages.points,
    isEnd: true,
    renderCell: (signal) => formatCount(signal.pointsPerUnit),
  },
  { label: messages.max, isEnd: true, renderCell: ({ max }) => max },
  {
    label: messages.half,
    isEnd: true,
    className: 'whitespace-nowrap',
    renderCell: ({ halfLifeMs }) => messages.minutes(halfLifeMs),
  },
];

export function SignalTable() {
  return (
    <details className="card">
      <summary className="p-4 font-semibold">{messages.summary}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pb-4">
        <ul className="grid max-w-text list-disc gap-1.5 ps-5">
          {messages.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <DataTable
          label={messages.table}
          columns={COLUMNS}
          keyOf={({ name }) => name}
          rows={TRAFFIC_SIGNALS}
        />
      </div>
    </details>
  );
}
