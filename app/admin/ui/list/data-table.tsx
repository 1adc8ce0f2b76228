import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { ApiPages, ApiQuery } from '#app/admin/data/use-api-query.ts';
import { Button, PlainButton } from '#app/admin/ui/button.tsx';
import type { Density } from './list-preferences.ts';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { QueryError } from '#app/admin/ui/list.tsx';
import { LIST_MESSAGES } from '#app/admin/ui/messages.ts';

type Direction = 'ascending' | 'descending';
type Sort = { direction: Direction | null; onSort: () => void };

export type DataColumn<Row> = {
  label: ReactNode;
  renderCell: (row: Row, index: number) => ReactNode;
  isHead?: boolean;
  isSelection?: boolean;
  isEnd?: boolean;
  /** Name on the server, and direction of the first press. */
  sortBy?: readonly [column: string, first: Direction];
  className?: string;
  /** Place of the cell while a record is open beside the list. */
  brief?: 'beside' | 'below';
  hasCardLabel?: boolean;
};

type DataTableProps<Row> = {
  label: string;
  /** Narrow screens show each row as a card. */
  hasCards?: boolean;
  /** The page scrolls instead of the table. */
  isMain?: boolean;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  density?: Density;
  sortOf?: (column: string, first: Direction) => Sort;
  keyOf?: (row: Row) => string | number;
  renderDetails?: (row: Row) => ReactNode;
  rowPropsOf?: (row: Row) => ComponentProps<'tr'> & { 'data-row'?: string };
};

const idOf = (row: object) => String(Reflect.get(row, 'id'));

/** Scrolls in its own region unless it is the main list of its screen. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label: name, columns, rows, keyOf = idOf, renderDetails, rowPropsOf } = props;
  const { hasCards, isMain, density, sortOf } = props;
  return (
    <div
      role="region"
      aria-label={name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys (WCAG 2.1.1)
      tabIndex={0}
      className={`card @container relative ${
        isMain
          ? 'overflow-x-auto xl:overflow-clip xl:[--table-top:3.625rem]'
          : 'max-h-[calc(100dvh-14rem)] min-h-48 overflow-auto'
      }`}
    >
      <table
        className="admin-table"
        data-cards={hasCards || undefined}
        data-selectable={columns.some(({ isSelection }) => isSelection) || undefined}
        data-density={density}
      >
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isEnd, sortBy }, index) => {
              const sort = sortBy && sortOf?.(...sortBy);
              return (
                <th
                  key={index}
                  scope="col"
                  data-end={isEnd || undefined}
                  aria-sort={sort && (sort.direction ?? 'none')}
                >
                  {sort ? <SortButton {...sort}>{label}</SortButton> : label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => {
            const details = renderDetails?.(row);
            return (
              <Fragment key={keyOf(row)}>
                <tr {...rowPropsOf?.(row)}>
                  {columns.map(
                    (
                      { label, renderCell, isHead, isEnd, className, brief, hasCardLabel },
                      index,
                    ) => {
                      const Cell = isHead ? 'th' : 'td';
                      return (
                        <Cell
                          key={index}
                          scope={isHead ? 'row' : undefined}
                          data-end={isEnd || undefined}
                          data-brief={brief}
                          data-label={hasCardLabel ? label : undefined}
                          className={className}
                        >
                          {renderCell(row, rowIndex)}
                        </Cell>
                      );
                    },
                  )}
                </tr>
                {details && (
                  <tr>
                    <td colSpan={columns.length} className="bg-surface-sunken ps-11">
                      {details}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function SortButton({ direction, onSort, children }: Sort & { children: ReactNode }) {
  return (
    <PlainButton
      onClick={onSort}
      className="inline-flex min-h-6 items-center gap-1 font-semibold hover:text-ink"
    >
      {children}
      {direction === 'ascending' && <ArrowUp aria-hidden className="size-3.5" />}
      {direction === 'descending' && <ArrowDown aria-hidden className="size-3.5" />}
    </PlainButton>
  );
}

type DataListProps<Row> = Omit<DataTableProps<Row>, 'label' | 'rows'> & {
  messages: { label: string; loading: string; empty: string; emptyHint?: string };
  items: readonly Row[] | undefined;
  query: Pick<ApiQuery<unknown>, 'isLoading' | 'error' | 'reload'> | ApiPages<Row>;
  emptyAction?: ReactNode;
  onClearFilters?: (() => void) | undefined;
  total?: number | undefined;
};

export function DataList<Row extends object>(props: DataListProps<Row>) {
  const { items, query, messages, emptyAction, onClearFilters, total, ...table } = props;
  const { label, loading, empty, emptyHint } = messages;
  const { isLoading } = query;
  const shown = items?.length ?? 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-busy={isLoading}>
      <p role="status" className="sr-only">
        {isLoading ? loading : items && LIST_MESSAGES.shown(items.length)}
      </p>
      <QueryError query={{ ...query, data: items }} />
      {!items && isLoading && (
        <div className="card grid gap-3 p-4">
          <p aria-hidden className="text-sm text-ink-muted">
            {loading}
          </p>
          {[0, 1, 2, 3, 4].map((line) => (
            <div key={line} className="skeleton h-6" />
          ))}
        </div>
      )}
      {items?.length === 0 && (
        <div className="card grid justify-items-center gap-3 p-10 text-center">
          <p className="font-semibold">{empty}</p>
          {onClearFilters ? (
            <>
              <p className="text-sm text-ink-muted">{LIST_MESSAGES.noMatch}</p>
              <Button onClick={onClearFilters}>{LIST_MESSAGES.clearFilters}</Button>
            </>
          ) : (
            <>
              {emptyHint && <p className="text-sm text-ink-muted">{emptyHint}</p>}
              {emptyAction}
            </>
          )}
        </div>
      )}
      {items && items.length > 0 && <DataTable {...table} label={label} rows={items} />}
      {'hasMore' in query && shown > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm text-ink-muted">
          <span className="tabular-nums">
            {total === undefined
              ? LIST_MESSAGES.showing(formatCount(shown))
              : LIST_MESSAGES.showingOf(formatCount(shown), formatCount(Math.max(total, shown)))}
          </span>
          {query.hasMore && (
            <Button onClick={query.loadMore} isDisabled={query.isLoadingMore}>
              {query.isLoadingMore ? LIST_MESSAGES.loading : LIST_MESSAGES.more}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
