import { Download, Undo2, X } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { useShortcuts } from '#app/admin/lib/shortcuts.ts';
import type { LeadList } from '#app/admin/lib/use-lead-list.ts';
import type { SavedFilterScreen } from '#shared/leads.ts';
import { IconButton } from './icon-button.tsx';
import {
  type Column,
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from './list.tsx';
import { AdminPage } from './page.tsx';
import { SavedFilters } from './saved-filters.tsx';

type Option = { value: string; label: string };

type Props<T extends { id: string; status: string }> = {
  title: string;
  screen: SavedFilterScreen;
  leads: LeadList<T>;
  searchLabel: string;
  statusOptions: readonly Option[];
  /** What the selected rows can be changed to. */
  bulkStatuses: readonly Option[];
  columns: readonly Column[];
  loadingText: string;
  emptyText: string;
  nameOf: (row: T) => string;
  renderCells: (row: T) => ReactNode;
};

const SUSPECT_OPTIONS = [
  { value: 'all', label: 'All Entries' },
  { value: 'without', label: 'Without Suspects' },
  { value: 'only', label: 'Suspects Only' },
];

function moveBetweenRows(step: 1 | -1): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-row-stop]')];
  const row = document.activeElement?.closest('[data-row]');
  const current = stops.findIndex((stop) => row?.contains(stop));
  const next = current === -1 ? stops[0] : stops[current + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** The screen of orders or of messages: filters, selection, what was changed last, and the table. */
export function LeadListScreen<T extends { id: string; status: string }>(props: Props<T>) {
  const { title, screen, leads, searchLabel, statusOptions, columns, nameOf, renderCells } = props;
  const items = leads.items ?? [];
  const isAllSelected = items.length > 0 && leads.selectedIds.length === items.length;

  useShortcuts(
    useCallback((keys) => {
      if (keys === 'j') return moveBetweenRows(1);
      return keys === 'k' && moveBetweenRows(-1);
    }, []),
  );

  const selectColumn: Column = {
    key: 'select',
    label: (
      <SelectBox
        label="Select all shown"
        isChecked={isAllSelected}
        isPartly={leads.selectedIds.length > 0 && !isAllSelected}
        onChange={leads.toggleAll}
      />
    ),
  };

  return (
    <AdminPage
      title={title}
      actions={
        <button
          type="button"
          onClick={() => void leads.exportCsv()}
          aria-disabled={leads.isExporting}
          className="admin-button admin-button-secondary"
        >
          <Download aria-hidden className="size-4" />
          {leads.isExporting ? 'Exporting...' : 'Export CSV'}
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label={searchLabel}
          value={leads.filter.search}
          onChange={(search) => leads.setFilter({ search }, { replace: true })}
        />
        <FilterSelect
          label="Status"
          value={leads.filter.status}
          options={statusOptions}
          onChange={(status) => leads.setFilter({ status })}
        />
        <FilterSelect
          label="Suspect entries"
          value={leads.filter.suspect}
          options={SUSPECT_OPTIONS}
          onChange={(suspect) => leads.setFilter({ suspect })}
        />
        <SavedFilters screen={screen} query={leads.savedQuery} />
      </Toolbar>
      <Notices leads={leads} />
      <BulkBar leads={leads} statuses={props.bulkStatuses} />
      <ListView
        items={leads.items}
        isLoading={leads.isLoading}
        error={leads.error}
        loadingText={props.loadingText}
        emptyText={props.emptyText}
        emptyHint="What visitors send appears here by itself."
        isFiltered={leads.isFiltered}
        onClearFilters={leads.clearFilter}
        onRetry={leads.retry}
      >
        <Table label={title} columns={[selectColumn, ...columns]}>
          {items.map((row) => (
            <tr
              key={row.id}
              data-row={row.id}
              aria-selected={leads.selected.has(row.id) || undefined}
            >
              <td>
                <SelectBox
                  label={`Select ${nameOf(row)}`}
                  isChecked={leads.selected.has(row.id)}
                  onChange={() => leads.toggle(row.id)}
                />
              </td>
              {renderCells(row)}
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={leads.hasMore}
          isLoading={leads.isLoadingMore}
          onMore={leads.showMore}
          summary={leads.summary}
        />
      </ListView>
    </AdminPage>
  );
}

type SelectBoxProps = {
  label: string;
  isChecked: boolean;
  isPartly?: boolean;
  onChange: () => void;
};

function SelectBox({ label, isChecked, isPartly = false, onChange }: SelectBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={isChecked}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={onChange}
      className="block size-6 cursor-pointer p-1 accent-accent"
    />
  );
}

type ListProps<T extends { id: string; status: string }> = { leads: LeadList<T> };

/** What failed, and what can be undone; both stay until they are put away. */
function Notices<T extends { id: string; status: string }>({ leads }: ListProps<T>) {
  return (
    <>
      {leads.failure && (
        <div
          role="alert"
          className="card flex items-center justify-between gap-3 border-s-4 border-s-alert p-3"
        >
          <p className="min-w-0 wrap-anywhere">{leads.failure}</p>
          <IconButton label="Close this notice" icon={X} onClick={leads.dismissFailure} />
        </div>
      )}
      {leads.undo && (
        <div className="card flex items-center justify-between gap-3 border-s-4 border-s-ok p-3">
          <p className="min-w-0 wrap-anywhere">{leads.undo.text}</p>
          <span className="flex shrink-0 items-center gap-2">
            <button
              type="button"
              aria-disabled={leads.isBusy}
              onClick={() => void leads.takeBack()}
              className="admin-button admin-button-secondary"
            >
              <Undo2 aria-hidden className="size-4" />
              Undo
            </button>
            <IconButton label="Close this notice" icon={X} onClick={leads.dismissUndo} />
          </span>
        </div>
      )}
    </>
  );
}

function BulkBar<T extends { id: string; status: string }>({
  leads,
  statuses,
}: ListProps<T> & { statuses: readonly Option[] }) {
  const count = leads.selectedIds.length;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${count} selected`}
      </p>
      {count > 0 && (
        <div
          role="group"
          aria-label="Selected rows"
          className="card flex flex-wrap items-center gap-2 p-3"
        >
          <span aria-hidden className="me-2 font-semibold tabular-nums">
            {count} selected
          </span>
          {statuses.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-disabled={leads.isBusy}
              onClick={() => void leads.changeSelected(value, label)}
              className="admin-button admin-button-secondary"
            >
              Mark as {label}
            </button>
          ))}
          <button
            type="button"
            onClick={leads.clearSelection}
            className="admin-button admin-button-secondary"
          >
            <X aria-hidden className="size-4" />
            Clear selection
          </button>
        </div>
      )}
    </>
  );
}
