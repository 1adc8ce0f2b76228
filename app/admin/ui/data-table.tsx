import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { ApiPages } from '#app/admin/data/use-api-query.ts';
import { formatCount } from './format-count.ts';
import { LIST_MESSAGES } from './messages.ts';
import { type Column, ListView, MoreButton, Table } from './list.tsx';

export type DataColumn<Row> = Omit<Column, 'key'> & {
  renderCell: (row: Row) => ReactNode;
  /** Names its row. */
  isHead?: boolean;
  className?: string;
  /** Where the row is a card, its label stands before the value. */
  hasCardLabel?: boolean;
};

type DataTableProps<Row> = Omit<ComponentProps<typeof Table>, 'columns' | 'children'> & {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Below its row, over the whole width. */
  renderDetails?: (row: Row) => ReactNode;
  rowPropsOf?: (row: Row) => ComponentProps<'tr'> & { 'data-row'?: string };
};

/** A table whose columns say what their cells show. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, renderDetails, rowPropsOf, ...table } = props;
  const keyed = columns.map((column, index) => ({ ...column, key: String(index) }));
  return (
    <Table {...table} columns={keyed}>
      {rows.map((row) => {
        const details = renderDetails?.(row);
        return (
          <Fragment key={keyOf(row)}>
            <tr {...rowPropsOf?.(row)}>
              {keyed.map(({ key, label, renderCell, isHead, isEnd, className, hasCardLabel }) => {
                const Cell = isHead ? 'th' : 'td';
                return (
                  <Cell
                    key={key}
                    scope={isHead ? 'row' : undefined}
                    data-end={isEnd || undefined}
                    data-label={hasCardLabel ? label : undefined}
                    className={className}
                  >
                    {renderCell(row)}
                  </Cell>
                );
              })}
            </tr>
            {details && (
              <tr>
                <td colSpan={keyed.length} className="bg-surface-sunken ps-11">
                  {details}
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </Table>
  );
}

type DataListProps<Row> = Omit<DataTableProps<Row>, 'rows'> &
  Omit<ComponentProps<typeof ListView<Row>>, 'children' | 'query'> & {
    query: ComponentProps<typeof ListView<Row>>['query'] | ApiPages<Row>;
    /** How many there are in all, shown or not. */
    total?: number | undefined;
  };

/** A list in all its states, as a table with as many pages as are wanted. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { items, query, loadingText, emptyText, emptyHint, onClearFilters, total, ...table } =
    props;
  const states = { items, query, loadingText, emptyText, emptyHint, onClearFilters };
  const shown = items?.length ?? 0;
  return (
    <ListView {...states}>
      <DataTable {...table} rows={items ?? []} />
      {'hasMore' in query && (
        <MoreButton
          hasMore={query.hasMore}
          isLoading={query.isLoadingMore}
          onMore={query.loadMore}
          summary={
            total === undefined
              ? LIST_MESSAGES.showing(formatCount(shown))
              : LIST_MESSAGES.showingOf(formatCount(shown), formatCount(Math.max(total, shown)))
          }
        />
      )}
    </ListView>
  );
}
