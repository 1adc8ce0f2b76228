import { Eye, Undo2, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { MAX_BULK_MATCHING } from '#shared/leads/values.ts';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/data-table.tsx';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import { FilterSelect, SearchBox, Toolbar } from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Notice } from '#app/admin/ui/problem.tsx';
import { useShortcuts } from '#app/admin/ui/shortcuts.ts';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/use-failure-toast.ts';
import { LeadDialog } from './lead-dialog.tsx';
import type { LeadDefinition, LeadDetail, LeadRow, StatusOption } from './lead-kind.ts';
import { LEAD_SCREEN_MESSAGES as messages, SELECTION_MESSAGES as bulk } from './messages.ts';
import { SavedFilters } from './saved-filters.tsx';
import { useBulkStatus } from './use-bulk-status.ts';
import { useOpenedRows } from './use-opened-rows.ts';
import { useLeadQuery } from './use-lead-query.ts';
import { useRowStatus } from './use-row-status.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { useUndo } from './use-undo.ts';

const NOTHING_OPEN = { order: '', message: '' };

function moveBetweenRows(step: 1 | -1): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>('[data-row-stop]')];
  const row = document.activeElement?.closest('[data-row]');
  const current = stops.findIndex((stop) => row?.contains(stop));
  const next = current === -1 ? stops[0] : stops[current + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** The screen of orders or of messages: filters, selection, what was changed last, the table, and the dialog of a row. */
export function LeadScreen<T extends LeadRow, D extends LeadDetail>(props: {
  kind: LeadDefinition<T, D>;
}) {
  const { kind } = props;
  const { path, idParameter, title, messages: own, name } = kind;
  const leads = useLeadQuery<T>(path);
  const { filter, setFilter } = leads;
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
  const change = { kind, leads, offerUndo: undo.offer, onFailure: setFailure };
  const changeStatus = useRowStatus(change);
  const bulkStatus = useBulkStatus({ ...change, selection });
  const selectedIds = new Set(selection.ids);
  const isBusy = bulkStatus.isPending || undo.isPending;
  useFailureToast(leads.error, own.loadFailed);
  useShortcuts({ nextRow: () => moveBetweenRows(1), previousRow: () => moveBetweenRows(-1) });

  const columns: DataColumn<T>[] = [
    {
      label: (
        <SelectBox
          label={messages.selectAll}
          isChecked={selection.isAllShown}
          isPartly={selection.ids.length > 0 && !selection.isAllShown}
          onChange={selection.toggleAll}
        />
      ),
      renderCell: (row) => (
        <SelectBox
          label={messages.select(kind.identify(row))}
          isChecked={selectedIds.has(row.id)}
          onChange={() => selection.toggle(row.id)}
        />
      ),
    },
    {
      label: name.label,
      sort: leads.sortOf(name.sort, 'ascending'),
      isHead: true,
      className: 'min-w-40 leading-tight',
      renderCell: (row) => (
        <>
          <span
            className={`me-1 wrap-anywhere ${kind.isNew(row.status) ? 'font-bold' : 'font-normal'}`}
          >
            {name.of(row)}
          </span>
          {row.isSuspect && <Badge tone="red">{messages.suspect}</Badge>}
          <span className="block font-normal text-ink-muted wrap-anywhere">
            {name.details(row)}
          </span>
        </>
      ),
    },
    ...kind.columns,
    {
      label: messages.date,
      isEnd: true,
      sort: leads.sortOf('created_at', 'descending'),
      className: 'leading-tight',
      renderCell: ({ createdAt }) => (
        <>
          <DateText iso={createdAt} />
          <span className="sr-only">
            {' '}
            <TimeText iso={createdAt} />
          </span>
          <span className="block text-ink-muted @max-[54rem]:ms-1 @max-[54rem]:inline">
            <RelativeTime iso={createdAt} />
          </span>
        </>
      ),
    },
    {
      label: messages.status,
      renderCell: (row) => (
        <FilterSelect
          label={messages.statusOf(kind.identify(row))}
          value={row.status}
          options={kind.statusesAfter(row.status)}
          tone={kind.toneOf(row.status)}
          onChange={(status) => changeStatus(row, status)}
        />
      ),
    },
    {
      label: messages.actions,
      isEnd: true,
      renderCell: (row) => (
        <Button
          data-row-stop
          aria-label={messages.viewOne(kind.describe(row))}
          icon={Eye}
          onClick={() => open(row.id)}
        >
          {messages.view}
        </Button>
      ),
    },
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
            label={messages.export}
            path={`${path}/export.csv?${leads.matching}`}
            fileName={`${path}.csv`}
            messages={own}
            onFailure={setFailure}
          />
        }
      >
        <Toolbar>
          <SearchBox
            label={messages.search(path)}
            value={filter.search}
            onChange={(search) => setFilter({ search }, { replace: true })}
          />
          <FilterSelect
            label={messages.status}
            value={filter.status}
            options={[{ value: 'all', label: messages.allStatuses }, ...kind.statuses]}
            onChange={(status) => setFilter({ status })}
          />
          <FilterSelect
            label={messages.suspects}
            value={filter.suspect}
            options={messages.suspectOptions}
            onChange={(suspect) => setFilter({ suspect })}
          />
          <SavedFilters screen={path} query={leads.savedQuery} />
        </Toolbar>
        {failure && <Notice isAlert text={failure} onClose={() => setFailure(null)} />}
        {undo.undo && (
          <Notice text={undo.undo.text} onClose={() => undo.offer(null)}>
            <Button isDisabled={isBusy} icon={Undo2} onClick={undo.run}>
              {messages.undo}
            </Button>
          </Notice>
        )}
        <BulkBar
          selection={selection}
          total={leads.total}
          statuses={kind.statusesAfter()}
          isBusy={isBusy}
          onChange={(to) => void bulkStatus.changeSelected(to)}
        />
        <DataList
          messages={{ ...own, label: title, emptyHint: messages.emptyHint }}
          hasCards
          isMain
          columns={columns}
          rowPropsOf={({ id }) => ({
            'data-row': id,
            'aria-selected': selectedIds.has(id) || undefined,
            onClick: (event) => handleRowClick(event, id),
            className: 'cursor-pointer',
          })}
          items={leads.items && rows}
          query={leads}
          total={leads.total}
          onClearFilters={leads.isFiltered ? leads.clearFilter : undefined}
        />
      </AdminPage>
      {openedId !== '' && (
        <LeadDialog
          key={openedId}
          kind={kind}
          id={openedId}
          onClose={() => setOpened({ [idParameter]: '' }, { replace: true })}
          onChanged={(row) => {
            leads.showRow(row);
            openedRows.showRow(row);
          }}
          previousId={rows[openedIndex - 1]?.id}
          nextId={openedIndex === -1 ? undefined : rows[openedIndex + 1]?.id}
          onOpen={(id) => open(id, { replace: true })}
        />
      )}
    </>
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

type BulkBarProps = {
  selection: Selection;
  total: number | undefined;
  statuses: readonly StatusOption[];
  isBusy: boolean;
  onChange: (to: StatusOption) => void;
};

function BulkBar({ selection, total = 0, statuses, isBusy, onChange }: BulkBarProps) {
  const { ids, matching, offered } = selection;
  if (ids.length === 0) return <p role="status" className="sr-only" />;
  const words = matching === null ? bulk.selected(ids.length) : bulk.allSelected(matching);
  const isTooMany = matching === null && total > MAX_BULK_MATCHING;
  return (
    <>
      <p role="status" className="sr-only">
        {words}
      </p>
      <div
        role="group"
        aria-label={bulk.group}
        className="card flex flex-wrap items-center gap-2 p-3"
      >
        <span aria-hidden className="me-2 font-semibold tabular-nums">
          {words}
        </span>
        {offered !== null && isTooMany && <p className="text-ink-muted">{bulk.tooMany(offered)}</p>}
        {offered !== null && !isTooMany && (
          <Button isDisabled={isBusy} onClick={selection.toggleMatching}>
            {matching === null ? bulk.selectMatching(offered) : bulk.selectShown(ids.length)}
          </Button>
        )}
        {statuses.map((option) => (
          <Button key={option.value} isDisabled={isBusy} onClick={() => onChange(option)}>
            {bulk.markAs(option.label)}
          </Button>
        ))}
        <Button icon={X} onClick={selection.clear}>
          {bulk.clear}
        </Button>
      </div>
    </>
  );
}
