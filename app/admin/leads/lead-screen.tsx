import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useQueryState } from '#app/admin/data/use-query-state.ts';
import { Badge } from '#app/admin/ui/badge.tsx';
import { Button, ButtonLink } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { useRole } from '#app/admin/data/role.ts';
import { ExportButton } from '#app/admin/ui/export-button.tsx';
import { FilterSelect, SearchBox, Toolbar } from '#app/admin/ui/list.tsx';
import { openableRow, useOpenedRow } from '#app/admin/ui/list/opened-row.ts';
import { stepsOf } from '#app/admin/ui/list/record-steps.tsx';
import { SavedFilters } from '#app/admin/ui/list/saved-filters.tsx';
import { selectColumn, SelectionBar } from '#app/admin/ui/list/selection.tsx';
import { UndoNotice } from '#app/admin/ui/list/undo-notice.tsx';
import { useDensity } from '#app/admin/ui/list/list-preferences.ts';
import { useSelection } from '#app/admin/ui/list/use-selection.ts';
import { ViewMenu } from '#app/admin/ui/list/view-menu.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { Notice } from '#app/admin/ui/problem.tsx';
import { DateText, RelativeTime, TimeText } from '#app/admin/ui/time.tsx';
import { useFailureToast } from '#app/admin/ui/notify.ts';
import { LeadDialog } from './lead-dialog.tsx';
import type { LeadDefinition, LeadDetail, LeadRow } from './shared/lead-kind.ts';
import { BULK_STATUS_MESSAGES, LEAD_SCREEN_MESSAGES as messages } from './shared/messages.ts';
import { useBulkStatus } from './use-bulk-status.ts';
import { useLeadQuery } from './use-lead-query.ts';
import { useRowStatus } from './use-row-status.ts';
import { useUndo } from './use-undo.ts';

const NOTHING_OPEN = { order: '', message: '' };

export function LeadScreen<T extends LeadRow, D extends LeadDetail>(props: {
  kind: LeadDefinition<T, D>;
}) {
  const { kind } = props;
  const { path, idParameter, title, messages: own, name } = kind;
  const leads = useLeadQuery<T>(path);
  const { getInput } = leads;
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
  const columns: DataColumn<T>[] = [
    selectColumn(selection, kind.identify),
    {
      label: name.label,
      sortBy: [name.sort, 'ascending'],
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
          <span className="second-line font-normal text-ink-muted wrap-anywhere">
            {name.details(row)}
          </span>
        </>
      ),
    },
    ...kind.columns,
    {
      brief: 'below',
      label: messages.date,
      isEnd: true,
      sortBy: ['created_at', 'descending'],
      className: 'leading-tight',
      renderCell: ({ createdAt }) => (
        <>
          <DateText iso={createdAt} />
          <span className="sr-only">
            {' '}
            <TimeText iso={createdAt} />
          </span>
          <span className="second-line text-ink-muted @max-[54rem]:ms-1 @max-[54rem]:inline">
            <RelativeTime iso={createdAt} />
          </span>
        </>
      ),
    },
    {
      brief: 'beside',
      label: messages.status,
      sortBy: ['status', 'ascending'],
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
  const [density] = useDensity();
  const { may } = useRole();
  const openedId = opened[idParameter];
  useOpenedRow(openedId);

  function open(id: string, { replace = openedId !== '' } = {}) {
    openedRows.keep(id);
    setOpened({ [idParameter]: id }, { replace });
  }

  return (
    <>
      <AdminPage
        title={title}
        actions={
          may('administration') && (
            <ExportButton
              label={messages.export}
              path={`${path}/export.csv?${leads.matching}`}
              fileName={`${path}.csv`}
              messages={own}
              onFailure={setFailure}
            />
          )
        }
      >
        <Toolbar>
          <SearchBox label={messages.search(path)} {...getInput('search', { replace: true })} />
          <FilterSelect
            label={messages.status}
            options={[{ value: 'all', label: messages.allStatuses }, ...kind.statuses]}
            {...getInput('status')}
          />
          <FilterSelect
            label={messages.suspects}
            options={messages.suspectOptions}
            {...getInput('suspect')}
          />
          <SavedFilters screen={path} query={leads.savedQuery} />
          <ViewMenu />
        </Toolbar>
        {failure && <Notice isAlert text={failure} onClose={() => setFailure(null)} />}
        <UndoNotice undo={undo} isBusy={isBusy} />
        <SelectionBar selection={selection} total={leads.total} isBusy={isBusy}>
          {kind.statusesAfter().map((option) => (
            <Button
              key={option.value}
              isDisabled={isBusy}
              onClick={() => void bulkStatus.changeSelected(option)}
            >
              {BULK_STATUS_MESSAGES.markAs(option.label)}
            </Button>
          ))}
        </SelectionBar>
        <DataList
          messages={{ ...own, label: title, emptyHint: messages.emptyHint }}
          hasCards
          isMain
          columns={columns}
          density={density}
          sortOf={leads.sortOf}
          rowPropsOf={({ id }) =>
            openableRow({
              id,
              openedId,
              isSelected: selectedIds.has(id),
              open,
              hrefOf: () => `/admin/${path}?${idParameter}=${id}`,
            })
          }
          emptyAction={<ButtonLink to={kind.formPath}>{messages.openForm}</ButtonLink>}
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
          steps={stepsOf(rows, openedId, open)}
        />
      )}
    </>
  );
}

type Opened<T> = { viewKey: string; rows: ReadonlyMap<string, { row: T; index: number }> };

/** Opened rows stay in the list, even if its filter no longer matches them. */
function useOpenedRows<T extends LeadRow>(items: readonly T[], viewKey: string) {
  const [opened, setOpened] = useState<Opened<T>>({ viewKey, rows: new Map() });
  const cached = opened.viewKey === viewKey ? opened.rows : new Map<string, never>();
  const rows = [...items];
  for (const [id, { row, index }] of cached) {
    if (!items.some((item) => item.id === id)) rows.splice(index, 0, row);
  }
  const set = (index: number, row: T) =>
    setOpened({ viewKey, rows: new Map(cached).set(row.id, { row, index }) });
  return {
    rows,
    keep(id: string) {
      const index = rows.findIndex((row) => row.id === id);
      const row = rows[index];
      if (row) set(index, row);
    },
    showRow(changed: { id: string }) {
      const known = cached.get(changed.id);
      if (known) set(known.index, { ...known.row, ...changed });
    },
  };
}
