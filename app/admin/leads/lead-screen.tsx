import { Eye, Undo2, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { MAX_BULK_MATCHING } from '#shared/leads/values.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import { formatCount } from '#app/admin/ui/format-count.ts';
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
import { useShortcuts } from '#app/admin/ui/shortcuts.ts';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { StatusSelect } from './lead-details.tsx';
import type { LeadKind, LeadListKind, LeadRow, StatusOption } from './lead-kind.ts';
import { SavedFilters } from './saved-filters.tsx';
import { useBulkStatus } from './use-bulk-status.ts';
import { useOpenedRows } from './use-opened-rows.ts';
import { type LeadQuery, useLeadQuery } from './use-lead-query.ts';
import { useRowStatus } from './use-row-status.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useUndo } from './use-undo.ts';

const NOTHING_OPEN = { order: '', message: '' };

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

export type LeadDialogProps = {
  id: string;
  onClose: () => void;
  /** Called with the row as it is after a change. */
  onChanged: (row: { id: string; status?: string }) => void;
  /** The rows above and below, and how to open them. */
  previousId: string | undefined;
  nextId: string | undefined;
  onOpen: (id: string) => void;
};

type Props<T extends LeadRow> = {
  kind: LeadListKind<T>;
  renderDialog: (dialog: LeadDialogProps) => ReactNode;
};

/** The screen of orders or of messages: filters, selection, what was changed last, the table, and the dialog of a row. */
export function LeadScreen<T extends LeadRow>({ kind, renderDialog }: Props<T>) {
  const { path, idParameter, title, messages, name } = kind;
  const leads = useLeadQuery<T>(path);
  const [opened, setOpened] = useQueryState(NOTHING_OPEN);
  const [failure, setFailure] = useState<string | null>(null);
  const openedRows = useOpenedRows(leads.items ?? [], leads.viewKey);
  const { rows } = openedRows;
  const selection = useSelection({
    shownIds: rows.map(({ id }) => id),
    total: leads.total,
    viewKey: leads.viewKey,
  });
  const undo = useUndo({ kind, leads, onFailure: setFailure });
  const changeStatus = useRowStatus({
    kind,
    leads,
    offerUndo: undo.offer,
    onFailure: setFailure,
  });
  const bulk = useBulkStatus({
    kind,
    leads,
    selection,
    offerUndo: undo.offer,
    onFailure: setFailure,
  });
  const selectedIds = new Set(selection.ids);
  const isBusy = bulk.isPending || undo.isPending;
  useFailureToast(leads.error, messages.loadFailed);
  useShortcuts({ nextRow: () => moveBetweenRows(1), previousRow: () => moveBetweenRows(-1) });

  const columns: Column[] = [
    {
      key: 'select',
      label: (
        <SelectBox
          label="Select all shown"
          isChecked={selection.isAllShown}
          isPartly={selection.ids.length > 0 && !selection.isAllShown}
          onChange={selection.toggleAll}
        />
      ),
    },
    { key: 'name', label: name.label, sort: leads.sortOf(name.sort, 'ascending') },
    ...kind.columns,
    { key: 'date', label: 'Date', isEnd: true, sort: leads.sortOf('created_at', 'descending') },
    { key: 'status', label: 'Status' },
    { key: 'actions', label: 'Actions', isEnd: true },
  ];
  const openedId = opened[idParameter];
  const openedIndex = rows.findIndex(({ id }) => id === openedId);

  function open(id: string, options?: { replace: boolean }) {
    openedRows.keep(id);
    setOpened({ [idParameter]: id }, options);
  }

  function handleRowClick({ target }: MouseEvent, id: string) {
    const isControl = (target as Element).closest('a, button, input, label, select');
    if (!isControl && window.getSelection()?.type !== 'Range') open(id);
  }

  // The row that was read last takes the focus, not the one that the dialog was opened from.
  const lastOpenedId = useRef('');
  useEffect(() => {
    const stop = `[data-row="${lastOpenedId.current}"] [data-row-stop]`;
    if (openedId === '') document.querySelector<HTMLElement>(stop)?.focus();
    lastOpenedId.current = CSS.escape(openedId);
  }, [openedId]);

  return (
    <>
      <AdminPage
        title={title}
        actions={
          <ExportButton
            label="Export CSV"
            path={`${path}/export.csv?${leads.matching}`}
            fileName={`${path}.csv`}
            messages={messages}
            onFailure={setFailure}
          />
        }
      >
        <Filters kind={kind} leads={leads} />
        {failure && (
          <Notice
            role="alert"
            tone="border-s-alert"
            text={failure}
            onClose={() => setFailure(null)}
          />
        )}
        {undo.undo && (
          <Notice tone="border-s-ok" text={undo.undo.text} onClose={() => undo.offer(null)}>
            <Button isDisabled={isBusy} icon={Undo2} onClick={undo.run}>
              Undo
            </Button>
          </Notice>
        )}
        <BulkBar
          selection={selection}
          total={leads.total}
          statuses={kind.statusesAfter()}
          isBusy={isBusy}
          onChange={(to) => void bulk.changeSelected(to)}
        />
        <ListView
          items={leads.items && rows}
          query={leads}
          loadingText={messages.loading}
          emptyText={messages.empty}
          emptyHint="What visitors send appears here by itself."
          onClearFilters={leads.isFiltered ? leads.clearFilter : undefined}
        >
          <Table label={title} columns={columns} hasCards isMain>
            {rows.map((row) => {
              const isSelected = selectedIds.has(row.id);
              return (
                <tr
                  key={row.id}
                  data-row={row.id}
                  aria-selected={isSelected || undefined}
                  onClick={(event) => handleRowClick(event, row.id)}
                  className="cursor-pointer"
                >
                  <td>
                    <SelectBox
                      label={`Select ${kind.identify(row)}`}
                      isChecked={isSelected}
                      onChange={() => selection.toggle(row.id)}
                    />
                  </td>
                  <th scope="row" className="min-w-40 leading-tight">
                    <span
                      className={`wrap-anywhere ${kind.isNew(row.status) ? 'font-bold' : 'font-normal'}`}
                    >
                      {name.of(row)}
                    </span>
                    {row.isSuspect && (
                      <>
                        {' '}
                        <Badge tone="red">Suspect</Badge>
                      </>
                    )}
                    <br />
                    <span className="font-normal text-ink-muted wrap-anywhere">
                      {name.details(row)}
                    </span>
                  </th>
                  {kind.columns.map(({ key, isEnd, className, of }) => (
                    <td key={key} data-end={isEnd || undefined} className={className}>
                      {of(row)}
                    </td>
                  ))}
                  <td data-end className="leading-tight">
                    <DateText iso={row.createdAt} />
                    <span className="sr-only">
                      {' '}
                      <TimeText iso={row.createdAt} />
                    </span>
                    <br />
                    <span className="text-ink-muted">
                      <RelativeTime iso={row.createdAt} />
                    </span>
                  </td>
                  <td>
                    <StatusSelect
                      label={`Status of ${kind.identify(row)}`}
                      status={row.status}
                      options={kind.statusesAfter(row.status)}
                      toneOf={kind.toneOf}
                      onChange={(status) => changeStatus(row, status)}
                    />
                  </td>
                  <td data-end>
                    <Button
                      data-row-stop
                      aria-label={`View ${kind.describe(row)}`}
                      icon={Eye}
                      onClick={() => open(row.id)}
                    >
                      View
                    </Button>
                  </td>
                </tr>
              );
            })}
          </Table>
          <MoreButton
            hasMore={leads.hasMore}
            isLoading={leads.isLoadingMore}
            onMore={leads.loadMore}
            summary={
              leads.total !== undefined &&
              `Showing ${formatCount(rows.length)} of ${formatCount(Math.max(leads.total, rows.length))}`
            }
          />
        </ListView>
      </AdminPage>
      {openedId !== '' &&
        renderDialog({
          id: openedId,
          onClose: () => setOpened({ [idParameter]: '' }, { replace: true }),
          onChanged(row) {
            leads.showRow(row);
            openedRows.showRow(row);
          },
          previousId: rows[openedIndex - 1]?.id,
          nextId: openedIndex === -1 ? undefined : rows[openedIndex + 1]?.id,
          onOpen: (id) => open(id, { replace: true }),
        })}
    </>
  );
}

type FiltersProps<T extends LeadRow> = { kind: LeadKind; leads: LeadQuery<T> };

function Filters<T extends LeadRow>({ kind, leads }: FiltersProps<T>) {
  const { filter, setFilter } = leads;
  return (
    <Toolbar>
      <SearchBox
        label={`Search ${kind.path}`}
        value={filter.search}
        onChange={(search) => setFilter({ search }, { replace: true })}
      />
      <FilterSelect
        label="Status"
        value={filter.status}
        options={[{ value: 'all', label: 'All Status' }, ...kind.statuses]}
        onChange={(status) => setFilter({ status })}
      />
      <FilterSelect
        label="Suspect entries"
        value={filter.suspect}
        options={SUSPECT_OPTIONS}
        onChange={(suspect) => setFilter({ suspect })}
      />
      <SavedFilters screen={kind.path} query={leads.savedQuery} />
    </Toolbar>
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

type NoticeProps = {
  role?: 'alert';
  tone: string;
  text: string;
  onClose: () => void;
  children?: ReactNode;
};

/** What failed, or what can be undone; it stays until it is put away. */
function Notice({ role, tone, text, onClose, children }: NoticeProps) {
  return (
    <div
      role={role}
      className={`card flex items-center justify-between gap-3 border-s-4 p-3 ${tone}`}
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      <span className="flex shrink-0 items-center gap-2">
        {children}
        <IconButton label="Close this notice" icon={X} onClick={onClose} />
      </span>
    </div>
  );
}

type BulkBarProps = {
  selection: Selection;
  total: number | undefined;
  statuses: readonly StatusOption[];
  isBusy: boolean;
  onChange: (to: StatusOption) => void;
};

function BulkBar({ selection, total = 0, statuses, isBusy, onChange }: BulkBarProps) {
  const { ids, matching, offered } = selection;
  const words =
    matching === null
      ? `${formatCount(ids.length)} selected`
      : `All ${formatCount(matching)} matching selected`;
  return (
    <>
      <p role="status" className="sr-only">
        {ids.length > 0 && words}
      </p>
      {ids.length > 0 && (
        <div
          role="group"
          aria-label="Selected rows"
          className="card flex flex-wrap items-center gap-2 p-3"
        >
          <span aria-hidden className="me-2 font-semibold tabular-nums">
            {words}
          </span>
          {offered !== null && matching === null && total > MAX_BULK_MATCHING && (
            <p className="text-ink-muted">
              {formatCount(offered)} match. At most {formatCount(MAX_BULK_MATCHING)} can be changed
              at once: narrow the filter to select all.
            </p>
          )}
          {offered !== null && (matching !== null || total <= MAX_BULK_MATCHING) && (
            <Button isDisabled={isBusy} onClick={selection.toggleMatching}>
              {matching === null
                ? `Select all ${formatCount(offered)} matching`
                : `Select only the ${formatCount(ids.length)} shown`}
            </Button>
          )}
          {statuses.map((option) => (
            <Button key={option.value} isDisabled={isBusy} onClick={() => onChange(option)}>
              Mark as {option.label}
            </Button>
          ))}
          <Button icon={X} onClick={selection.clear}>
            Clear selection
          </Button>
        </div>
      )}
    </>
  );
}
