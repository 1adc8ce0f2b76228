import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import {
  filterShipments,
  hoursText,
  nextSorting,
  type Shipment,
  SHIPMENT_STATUSES,
  type ShipmentFilter,
  SHIPMENTS,
  type SortColumn,
  type Sorting,
  sortShipments,
} from './demo-data.ts';
import { SHIPMENT_MESSAGES } from './messages.ts';
import { StatusLabel } from './status-label.tsx';

const COLUMNS: readonly SortColumn[] = ['order', 'customer', 'route', 'status', 'arrival'];

const NO_FILTER: ShipmentFilter = { text: '', status: '' };

type Props = { chosen: Shipment | undefined; onChoose: (shipment: Shipment) => void };

export function ShipmentsTable({ chosen, onChoose }: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [sorting, setSorting] = useState<Sorting>({ column: 'status', isDescending: false });
  const [isWhole, setIsWhole] = useState(false);
  const rows = useMemo(
    () => sortShipments(filterShipments(SHIPMENTS, filter), sorting),
    [filter, sorting],
  );
  return (
    <div className="desk-list" data-whole={isWhole}>
      <Filters filter={filter} onFilter={setFilter} />
      <p role="status" className="px-4 py-2 text-ink-muted @max-[44rem]:sr-only">
        {SHIPMENT_MESSAGES.shown(rows.length, SHIPMENTS.length)}
      </p>
      {rows.length === 0 ? (
        <p className="px-4 py-2 text-ink-muted">
          {SHIPMENT_MESSAGES.none}
          <button type="button" className="link" onClick={() => setFilter(NO_FILTER)}>
            {SHIPMENT_MESSAGES.clear}
          </button>
        </p>
      ) : (
        <table aria-label={SHIPMENT_MESSAGES.label} className="w-full @max-[44rem]:mt-3">
          <thead className="bg-surface-sunken text-ink-muted">
            <tr>
              {COLUMNS.map((column) => (
                <SortableHead
                  key={column}
                  column={column}
                  sorting={sorting}
                  onSort={() => setSorting(nextSorting(sorting, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((shipment) => (
              <tr
                key={shipment.order}
                aria-current={shipment === chosen ? 'true' : undefined}
                className="relative hover:bg-surface-sunken aria-current:bg-accent/10 aria-current:shadow-[inset_3px_0_var(--color-accent)]"
              >
                <th scope="row">
                  <button
                    type="button"
                    onClick={() => onChoose(shipment)}
                    className="font-semibold text-accent underline decoration-1 underline-offset-3 after:absolute after:inset-0"
                  >
                    {shipment.order}
                  </button>
                </th>
                <td>{shipment.customer}</td>
                <td>{SHIPMENT_MESSAGES.way(shipment.from, shipment.to)}</td>
                <td>
                  <StatusLabel status={shipment.status} />
                </td>
                <td className="@min-[44rem]:whitespace-nowrap">{hoursText(shipment.arrival)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isWhole && (
        <button
          type="button"
          className="link w-full border-t border-line noscript:hidden @min-[44rem]:hidden"
          onClick={() => setIsWhole(true)}
        >
          {SHIPMENT_MESSAGES.showAll(rows.length)}
        </button>
      )}
    </div>
  );
}

type FiltersProps = { filter: ShipmentFilter; onFilter: (filter: ShipmentFilter) => void };

function Filters({ filter, onFilter }: FiltersProps) {
  const fieldId = useId();
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2 px-4 pt-4 [--field-padding:0.5rem] noscript:hidden @max-[18rem]:grid-cols-[1fr]">
      <label htmlFor={`${fieldId}-text`} className="sr-only">
        {SHIPMENT_MESSAGES.search}
      </label>
      <input
        id={`${fieldId}-text`}
        type="search"
        autoComplete="off"
        placeholder={SHIPMENT_MESSAGES.searchPlaceholder}
        className="field"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      <label htmlFor={`${fieldId}-status`} className="sr-only">
        {SHIPMENT_MESSAGES.status}
      </label>
      <select
        id={`${fieldId}-status`}
        className="field"
        value={filter.status}
        onChange={(event) =>
          onFilter({ ...filter, status: event.target.value as ShipmentFilter['status'] })
        }
      >
        <option value="">{SHIPMENT_MESSAGES.allStatuses}</option>
        {SHIPMENT_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
    </div>
  );
}

type SortableHeadProps = { column: SortColumn; sorting: Sorting; onSort: () => void };

function SortableHead({ column, sorting, onSort }: SortableHeadProps) {
  const isSorted = sorting.column === column;
  const Arrow = sorting.isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={onSort}
        className="flex w-full items-center gap-1 text-start -outline-offset-2"
      >
        {SHIPMENT_MESSAGES[column]}
        {isSorted && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  );
}
