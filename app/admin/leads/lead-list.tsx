import { Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { useShortcuts } from '#app/admin/ui/shortcuts.ts';
import type { LeadList } from './use-lead-list.ts';
import { MAX_BULK_MATCHING, type SavedFilterScreen } from '#shared/leads/values.ts';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import {
  type Column,
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
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
  const selected = new Set(leads.selectedIds);

  useShortcuts({ nextRow: () => moveBetweenRows(1), previousRow: () => moveBetweenRows(-1) });

  const selectColumn: Column = {
    key: 'select',
    label: (
      <SelectBox
        label="Select all shown"
        isChecked={leads.isAllShownSelected}
        isPartly={selected.size > 0 && !leads.isAllShownSelected}
        onChange={leads.toggleAll}
      />
    ),
  };

  return (
    <AdminPage
      title={title}
      actions={
        <ExportButton
          label="Export CSV"
          download={leads.download}
          onStart={() => void leads.exportCsv()}
        />
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
            <tr key={row.id} data-row={row.id} aria-selected={selected.has(row.id) || undefined}>
              <td>
                <SelectBox
                  label={`Select ${nameOf(row)}`}
                  isChecked={selected.has(row.id)}
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

/** Once everything that is shown is selected: the rest of what matches too. */
function MatchingChoice<T extends { id: string; status: string }>({ leads }: ListProps<T>) {
  const { matchingTotal, selectedMatching } = leads;
  if (matchingTotal === null) return null;
  if (selectedMatching === null && !leads.canSelectMatching) {
    return (
      <p className="text-ink-muted">
        {formatCount(matchingTotal)} match. At most {formatCount(MAX_BULK_MATCHING)} can be changed
        at once: narrow the filter to select all.
      </p>
    );
  }
  return (
    <button
      type="button"
      aria-disabled={leads.isBusy}
      onClick={() => !leads.isBusy && leads.toggleMatching()}
      className="admin-button admin-button-secondary"
    >
      {selectedMatching === null
        ? `Select all ${formatCount(matchingTotal)} matching`
        : `Select only the ${formatCount(leads.selectedIds.length)} shown`}
    </button>
  );
}

function BulkBar<T extends { id: string; status: string }>({
  leads,
  statuses,
}: ListProps<T> & { statuses: readonly Option[] }) {
  const count = leads.selectedIds.length;
  const words =
    leads.selectedMatching === null
      ? `${formatCount(count)} selected`
      : `All ${formatCount(leads.selectedMatching)} matching selected`;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && words}
      </p>
      {count > 0 && (
        <div
          role="group"
          aria-label="Selected rows"
          className="card flex flex-wrap items-center gap-2 p-3"
        >
          <span aria-hidden className="me-2 font-semibold tabular-nums">
            {words}
          </span>
          <MatchingChoice leads={leads} />
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
