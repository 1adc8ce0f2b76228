import { Plus, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useContentList } from './use-content-list.ts';
import {
  type Column,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/ui/list.tsx';
import { AdminPage } from '#app/admin/ui/page.tsx';

/** What a dialog of content is given. */
export type ContentDialogProps = {
  onClose: () => void;
  onSaved: (text: string, isWhole: boolean) => void;
};

type Content<T extends object> = ReturnType<typeof useContentList<T>> & {
  filter: { search: string };
  setFilter: (changes: { search?: string }, options?: { replace?: boolean }) => void;
  clearFilter: () => void;
  isFiltered: boolean;
};

export type ContentPageProps<T extends object> = {
  title: string;
  /** 'blog posts' */
  plural: string;
  newLabel: string;
  emptyHint: string;
  columns: readonly Column[];
  content: Content<T>;
  filters: ReactNode;
  notice?: ReactNode;
  renderRow: (record: T, index: number) => ReactNode;
  /** Null for a new one. */
  renderDialog: (record: T | null, dialog: ContentDialogProps) => ReactNode;
};

/** The screen of a kind of content: search and filters, the list, and the dialog of the record that is open. */
export function ContentPage<T extends object>(props: ContentPageProps<T>) {
  const { title, plural, newLabel, content } = props;
  const { list, filter, setFilter, edited, setEdited } = content;
  const dialog = { onClose: () => setEdited(null), onSaved: content.handleSaved };
  return (
    <AdminPage
      title={title}
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setEdited('new')}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          {newLabel}
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label={`Search ${plural}`}
          value={filter.search}
          onChange={(search) => setFilter({ search }, { replace: true })}
        />
        {props.filters}
      </Toolbar>
      {props.notice}
      <ListView
        items={list.items}
        isLoading={list.isLoading}
        error={list.error}
        loadingText={`Loading ${plural}...`}
        emptyText={`No ${plural} found`}
        emptyHint={props.emptyHint}
        isFiltered={content.isFiltered}
        onClearFilters={content.clearFilter}
        onRetry={list.retry}
      >
        <Table
          label={`${plural.charAt(0).toUpperCase()}${plural.slice(1)}`}
          columns={props.columns}
        >
          {list.items?.map(props.renderRow)}
        </Table>
        <MoreButton
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={() => void list.loadMore()}
          summary={content.summary}
        />
      </ListView>
      {edited && props.renderDialog(edited === 'new' ? null : edited, dialog)}
    </AdminPage>
  );
}

export function RestoreButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      data-action="restore"
      onClick={onClick}
      className="admin-button admin-button-secondary"
    >
      <RotateCcw aria-hidden className="size-4" />
      Restore<span className="sr-only"> {name}</span>
    </button>
  );
}
