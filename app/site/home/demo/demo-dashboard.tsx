import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import {
  arrivalText,
  filterShipments,
  nextSorting,
  PERIODS,
  type Period,
  SHIPMENT_STATUSES,
  type ShipmentFilter,
  type ShipmentStatus,
  SHIPMENTS,
  type SortColumn,
  type Sorting,
  sortShipments,
} from './demo-data.ts';
import { DEMO_MESSAGES, SHIPMENT_MESSAGES } from './messages.ts';

const STATUS_COLOURS: Record<ShipmentStatus, string> = {
  'On its way': 'bg-accent',
  Loading: 'bg-warn',
  Delayed: 'bg-alert',
  Delivered: 'bg-ok',
};

const COLUMNS: readonly SortColumn[] = ['order', 'customer', 'route', 'status', 'arrival'];

const NO_FILTER: ShipmentFilter = { text: '', status: '' };

/** A small shipment desk with sample data, loaded when the demo is opened. */
export function DemoDashboard() {
  const [period, setPeriod] = useState(PERIODS[0]);
  return (
    <>
      <div className="grid gap-4 md:grid-cols-[1fr_2fr]">
        <div className="grid content-start gap-4">
          <PeriodSwitch chosen={period} onChoose={setPeriod} />
          <KeyStatistics period={period} />
        </div>
        <TripsChart period={period} />
      </div>
      <ShipmentsTable />
    </>
  );
}

type PeriodSwitchProps = { chosen: Period; onChoose: (period: Period) => void };

function PeriodSwitch({ chosen, onChoose }: PeriodSwitchProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{DEMO_MESSAGES.period}</legend>
      <div className="grid grid-cols-3 rounded border border-line-strong text-sm">
        {PERIODS.map((period) => (
          <label
            key={period.label}
            className="grid min-h-11 place-items-center rounded-[7px] has-checked:bg-accent has-checked:font-semibold has-checked:text-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={period === chosen}
              onChange={() => onChoose(period)}
            />
            {period.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function KeyStatistics({ period }: { period: Period }) {
  const trips = period.bars.reduce((sum, bar) => sum + bar.trips, 0);
  const statistics = [
    { label: DEMO_MESSAGES.trips, value: trips.toLocaleString('en-US') },
    { label: DEMO_MESSAGES.onTime, value: `${period.onTimePercent}%` },
    { label: DEMO_MESSAGES.daysPerTrip, value: period.averageDays.toFixed(1) },
  ];
  return (
    <dl className="card grid grid-cols-3 divide-line max-md:divide-x md:grid-cols-1 md:divide-y">
      {statistics.map(({ label, value }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end px-4 py-3 md:flex-row md:items-center md:justify-between"
        >
          <dt className="text-sm text-ink-muted">{label}</dt>
          <dd className="font-display text-xl font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const CHART_HEIGHT = 205;
const AXIS_Y = CHART_HEIGHT - 36;
const BAR_ROOM = 130;

function TripsChart({ period }: { period: Period }) {
  const [isTable, setIsTable] = useState(false);
  const max = Math.max(...period.bars.map(({ trips }) => trips));
  const room = 600 / period.bars.length;
  const busiest = period.bars.find(({ trips }) => trips === max);
  return (
    <div className="card flex flex-col gap-2 p-4">
      <div className="flex items-center justify-between gap-4">
        <h3 className="font-sans text-base font-semibold tracking-normal">
          {DEMO_MESSAGES.chart(period.label)}
        </h3>
        <button
          type="button"
          aria-pressed={isTable}
          className="link min-h-11 text-sm"
          onClick={() => setIsTable(!isTable)}
        >
          {DEMO_MESSAGES.asTable}
        </button>
      </div>
      {isTable ? (
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-ink-muted">
              <th scope="col" className="py-1 text-start font-medium">
                {DEMO_MESSAGES.period}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {DEMO_MESSAGES.trips}
              </th>
            </tr>
          </thead>
          <tbody>
            {period.bars.map(({ label, trips }) => (
              <tr key={label}>
                <th scope="row" className="py-0.5 text-start font-normal">
                  {label}
                </th>
                <td className="py-0.5 text-end">{trips}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <svg
          viewBox={`0 0 600 ${CHART_HEIGHT}`}
          role="img"
          aria-label={DEMO_MESSAGES.chartLabel(period.label, busiest?.label ?? '', max)}
          className="mt-auto w-full fill-current text-[1.75rem] tabular-nums sm:text-base"
        >
          {period.bars.map(({ label, trips }, index) => {
            const middle = room * (index + 0.5);
            const height = (trips / max) * BAR_ROOM;
            const width = Math.min(room * 0.62, 72);
            return (
              <g key={label} textAnchor="middle">
                <rect
                  x={middle - width / 2}
                  y={AXIS_Y - height}
                  width={width}
                  height={height}
                  rx="3"
                  className={trips === max ? 'fill-accent' : 'fill-accent-2/35'}
                />
                <text x={middle} y={AXIS_Y - 8 - height} className="font-semibold">
                  {trips}
                </text>
                <text x={middle} y={CHART_HEIGHT - 6} className="fill-ink-muted">
                  {label}
                </text>
              </g>
            );
          })}
          <path d={`M0 ${AXIS_Y}H600`} className="stroke-line-strong" />
        </svg>
      )}
    </div>
  );
}

function ShipmentsTable() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [sorting, setSorting] = useState<Sorting>({ column: 'arrival', isDescending: false });
  const rows = useMemo(
    () => sortShipments(filterShipments(SHIPMENTS, filter), sorting),
    [filter, sorting],
  );
  const fieldId = useId();
  return (
    <div className="card overflow-hidden">
      <div className="grid gap-3 p-4 sm:grid-cols-[1fr_auto_auto] sm:items-end">
        <div>
          <label htmlFor={`${fieldId}-text`} className="text-sm font-medium">
            {SHIPMENT_MESSAGES.search}
          </label>
          <input
            id={`${fieldId}-text`}
            type="search"
            autoComplete="off"
            className="field"
            value={filter.text}
            onChange={(event) => setFilter({ ...filter, text: event.target.value })}
          />
        </div>
        <div>
          <label htmlFor={`${fieldId}-status`} className="text-sm font-medium">
            {SHIPMENT_MESSAGES.status}
          </label>
          <select
            id={`${fieldId}-status`}
            className="field"
            value={filter.status}
            onChange={(event) =>
              setFilter({ ...filter, status: event.target.value as ShipmentFilter['status'] })
            }
          >
            <option value="">{SHIPMENT_MESSAGES.allStatuses}</option>
            {SHIPMENT_STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </div>
        <p role="status" className="text-sm text-ink-muted sm:pb-3">
          {SHIPMENT_MESSAGES.shown(rows.length, SHIPMENTS.length)}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="flex flex-wrap items-center gap-x-4 border-t border-line p-4">
          {SHIPMENT_MESSAGES.none}
          <button type="button" className="link min-h-11" onClick={() => setFilter(NO_FILTER)}>
            {SHIPMENT_MESSAGES.clear}
          </button>
        </p>
      ) : (
        <div role="region" aria-label={SHIPMENT_MESSAGES.label} className="overflow-x-auto">
          <table className="w-full text-sm whitespace-nowrap tabular-nums">
            <thead className="border-y border-line bg-surface-sunken text-ink-muted">
              <tr>
                {COLUMNS.map((column) => (
                  <SortableHead
                    key={column}
                    label={SHIPMENT_MESSAGES[column]}
                    direction={
                      sorting.column === column
                        ? sorting.isDescending
                          ? 'descending'
                          : 'ascending'
                        : 'none'
                    }
                    onSort={() => setSorting(nextSorting(sorting, column))}
                  />
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map(({ order, customer, from, to, status, arrival }) => (
                <tr key={order} className="hover:bg-surface-sunken">
                  <th scope="row" className="px-4 py-2.5 text-start font-semibold">
                    {order}
                  </th>
                  <td className="px-4 py-2.5">{customer}</td>
                  <td className="px-4 py-2.5">{SHIPMENT_MESSAGES.way(from, to)}</td>
                  <td className="px-4 py-2.5">
                    <span className="inline-flex items-center gap-2">
                      <span aria-hidden className={`size-2 rotate-45 ${STATUS_COLOURS[status]}`} />
                      {status}
                    </span>
                  </td>
                  <td className="px-4 py-2.5">{arrivalText(arrival)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

type SortableHeadProps = {
  label: string;
  direction: 'ascending' | 'descending' | 'none';
  onSort: () => void;
};

function SortableHead({ label, direction, onSort }: SortableHeadProps) {
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={direction} className="text-start font-medium">
      <button
        type="button"
        onClick={onSort}
        className="flex min-h-11 w-full items-center gap-1.5 px-4 -outline-offset-2 hover:text-ink"
      >
        {label}
        <Arrow aria-hidden className={`size-3.5 ${direction === 'none' ? 'invisible' : ''}`} />
      </button>
    </th>
  );
}
