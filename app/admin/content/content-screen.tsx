import { Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getRecordName } from '#app/admin/data/content.ts';
import { contentMessages } from '#app/admin/data/messages.ts';
import { Button, IconButton } from '#app/admin/ui/button.tsx';
import { type DataColumn, DataList } from '#app/admin/ui/list/data-table.tsx';
import { ErrorPanel, FilterSelect, SearchBox, Toolbar } from '#app/admin/ui/list.tsx';
import { openableRow, useOpenedRow } from '#app/admin/ui/list/opened-row.ts';
import { stepsOf } from '#app/admin/ui/list/record-steps.tsx';
import { SavedFilters } from '#app/admin/ui/list/saved-filters.tsx';
import { selectColumn, SelectionBar } from '#app/admin/ui/list/selection.tsx';
import { UndoNotice } from '#app/admin/ui/list/undo-notice.tsx';
import { useDensity } from '#app/admin/ui/list/list-preferences.ts';
import { ViewMenu } from '#app/admin/ui/list/view-menu.tsx';
import { BADGE_MESSAGES } from '#app/admin/ui/messages.ts';
import { Notice } from '#app/admin/ui/problem.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { NextCard } from '#app/admin/ui/setup/setup-cards.tsx';
import { snakeCase } from '#shared/lib/case.ts';
import type { Content, ContentRecord } from './definition.tsx';
import { CONTENT_MESSAGES } from './messages.ts';
import { PageLink } from './page-link.tsx';
import { EditDialog } from './record-dialog.tsx';
import { useBulkContent } from './use-bulk-content.ts';
import { useCategoryNames } from './use-category-names.ts';
import { useContent } from './use-content.tsx';

const PUBLICATION_STATUSES = [
  { value: 'all', label: CONTENT_MESSAGES.allStatuses },
  { value: 'published', label: BADGE_MESSAGES.published },
  { value: 'draft', label: BADGE_MESSAGES.draft },
];

export function ContentScreen({ definition }: { definition: Content }) {
  return <ContentView definition={definition} content={useContent(definition)} />;
}

type ViewProps = {
  definition: Content;
  content: ReturnType<typeof useContent>;
  notice?: ReactNode;
  renderActions?: (row: ContentRecord) => ReactNode;
};

export function ContentView(props: ViewProps) {
  const { definition, content, notice } = props;
  const { entity, columns, publication } = definition;
  const { list, filter, getInput, failure, opened, open } = content;
  const category = publication?.category;
  const names = useCategoryNames(category?.path);
  const isKnown = filter.category === 'all' || names.includes(filter.category);
  const offered = isKnown ? names : [filter.category, ...names];
  const messages = contentMessages(entity);
  const rows = list.items ?? [];
  useOpenedRow(opened.edit);
  const bulk = useBulkContent(definition, content);
  const selectedIds = new Set(bulk.selection.ids);
  const [density] = useDensity();
  const [isSaved, setIsSaved] = useState(false);
  const shownColumns: DataColumn<ContentRecord>[] = [
    selectColumn<ContentRecord>(
      bulk.selection,
      (row) => definition.subjectOf?.(row) ?? getRecordName(entity, row),
    ),
    ...columns.map((column) =>
      column.isHead
        ? {
            ...column,
            sortBy: [snakeCase(entity.nameField), 'ascending'] as const,
            className: 'min-w-40 wrap-anywhere',
          }
        : column,
    ),
    {
      label: CONTENT_MESSAGES.actions,
      isEnd: true,
      renderCell: (row) => (
        <div className="inline-flex gap-1">
          <RowActions {...props} row={row} />
        </div>
      ),
    },
  ];
  return (
    <AdminPage
      title={entity.title}
      actions={
        <>
          {isSaved && <NextCard />}
          <Button data-shortcut-new onClick={() => open('new')} variant="primary" icon={Plus}>
            {messages.newButton}
          </Button>
        </>
      }
    >
      <Toolbar>
        <SearchBox label={messages.search} {...getInput('search', { replace: true })} />
        <FilterSelect
          label={publication ? CONTENT_MESSAGES.status : CONTENT_MESSAGES.show}
          options={[
            ...(publication ? PUBLICATION_STATUSES : [{ value: 'all', label: messages.current }]),
            { value: 'deleted', label: CONTENT_MESSAGES.deleted },
          ]}
          {...getInput('status')}
        />
        {category && (
          <FilterSelect
            label={category.label}
            options={[
              { value: 'all', label: category.all },
              ...offered.map((name) => ({ value: name, label: name })),
            ]}
            {...getInput('category')}
          />
        )}
        <SavedFilters screen={entity.path} query={content.savedQuery} />
        <ViewMenu />
      </Toolbar>
      {notice}
      {failure && <ErrorPanel {...failure} />}
      {bulk.failure && <Notice isAlert text={bulk.failure} onClose={bulk.clearFailure} />}
      <UndoNotice undo={bulk.undo} isBusy={bulk.isBusy} />
      <SelectionBar selection={bulk.selection} total={content.total} isBusy={bulk.isBusy}>
        {bulk.actions.map((action) => (
          <Button
            key={action}
            isDisabled={bulk.isBusy}
            variant={action === 'delete' ? 'danger' : 'secondary'}
            onClick={() => void bulk.change(action)}
          >
            {bulk.labelOf(action)}
          </Button>
        ))}
      </SelectionBar>
      <DataList
        messages={messages}
        hasCards
        isMain
        columns={shownColumns}
        density={density}
        sortOf={content.sortOf}
        rowPropsOf={({ id, deletedAt }) =>
          openableRow({
            id,
            openedId: opened.edit,
            isSelected: selectedIds.has(id),
            open: deletedAt === null ? open : null,
            hrefOf: () => `${entity.screen}?edit=${id}`,
          })
        }
        emptyAction={
          <Button variant="primary" icon={Plus} onClick={() => open('new')}>
            {messages.writeFirst}
          </Button>
        }
        items={list.items}
        query={list}
        total={content.total}
        onClearFilters={content.isFiltered ? content.clearFilter : undefined}
      />
      {(opened.edit || opened.new === '1') && (
        <EditDialog
          key={content.formKey}
          definition={definition}
          onClose={() => open(null)}
          onSaved={(...saved) => {
            setIsSaved(true);
            content.handleSaved(...saved);
          }}
          id={opened.edit}
          row={rows.find(({ id }) => id === opened.edit)}
          steps={stepsOf(rows, opened.edit, open)}
        />
      )}
    </AdminPage>
  );
}

type RowProps = ViewProps & { row: ContentRecord };

function RowActions({ definition, content, renderActions, row }: RowProps) {
  const { entity, subjectOf } = definition;
  const name = getRecordName(entity, row);
  const subject = subjectOf?.(row) ?? name;
  if (row.deletedAt !== null) {
    return (
      <Button
        data-row-stop
        data-action="restore"
        onClick={() => content.restore(row)}
        icon={RotateCcw}
      >
        {CONTENT_MESSAGES.restore}
        <span className="sr-only"> {name}</span>
      </Button>
    );
  }
  return (
    <>
      <PageLink definition={definition} record={row} />
      {renderActions?.(row)}
      <IconButton
        label={CONTENT_MESSAGES.actionOn(CONTENT_MESSAGES.edit, subject)}
        icon={Pencil}
        data-action="edit"
        data-row-stop
        onClick={() => content.open(row.id)}
      />
      <IconButton
        label={CONTENT_MESSAGES.actionOn(CONTENT_MESSAGES.delete, subject)}
        icon={Trash2}
        data-action="delete"
        onClick={() => void content.remove(row)}
      />
    </>
  );
}
