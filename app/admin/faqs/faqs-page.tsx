import { ArrowDown, ArrowUp, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Badge } from '#app/admin/layout/badge.tsx';
import { IconButton } from '#app/admin/layout/icon-button.tsx';
import {
  FilterSelect,
  ListView,
  MoreButton,
  SearchBox,
  Table,
  Toolbar,
} from '#app/admin/layout/list.tsx';
import { AdminPage } from '#app/admin/layout/page.tsx';
import { DateText } from '#app/admin/layout/time.tsx';
import { sendJson } from '#app/admin/lib/api.ts';
import { useNotify } from '#app/admin/lib/notify.ts';
import { useEdited } from '#app/admin/lib/use-edited.ts';
import { useManagedContent } from '#app/admin/lib/use-managed-content.ts';
import { FAQ_MESSAGES, type MoveDirection } from '#shared/faqs-form.ts';
import type { AdminFaq } from '#shared/faqs-schema.ts';
import { FaqDialog } from './faq-dialog.tsx';
import { swapNeighbours } from './swap.ts';

const COLUMNS = [
  { key: 'order', label: 'Order' },
  { key: 'question', label: 'Question' },
  { key: 'category', label: 'Category' },
  { key: 'status', label: 'Status' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

const VIEWS = [
  { value: 'current', label: 'Current FAQs' },
  { value: 'deleted', label: 'Deleted' },
];

export function FaqsPage() {
  const notify = useNotify();
  const [edited, setEdited] = useEdited<AdminFaq>();
  const [movesUnderWay, setMovesUnderWay] = useState(0);
  const faqs = useManagedContent<AdminFaq>({
    path: 'faqs',
    table: movesUnderWay > 0 ? null : 'faqs',
    texts: FAQ_MESSAGES,
  });
  const { list, filter, setFilter, showsDeleted } = faqs;

  const queue = useRef(Promise.resolve());

  function move({ id }: AdminFaq, direction: MoveDirection) {
    setMovesUnderWay((count) => count + 1);
    list.setItems((items) => swapNeighbours(items, id, direction));
    // One after the other, so that quick presses arrive in their order.
    const place = sendMove(queue.current, id, direction);
    queue.current = place;
    void place.then(() => (place === queue.current ? list.reload() : undefined));
  }

  async function sendMove(before: Promise<void>, id: string, direction: MoveDirection) {
    await before;
    try {
      await sendJson('POST', `faqs/${id}/move`, { direction });
      notify.success(FAQ_MESSAGES.reordered);
    } catch {
      notify.error(FAQ_MESSAGES.reorderFailed);
    }
    setMovesUnderWay((count) => count - 1);
  }

  // Closed first: a notice appears inside a dialog that is still open.
  function handleSaved(text: string) {
    flushSync(() => setEdited(null));
    notify.success(text);
    void faqs.reload();
  }

  const items = list.items ?? [];
  return (
    <AdminPage
      title="FAQ Management"
      actions={
        <button
          type="button"
          data-shortcut-new
          onClick={() => setEdited('new')}
          className="admin-button admin-button-primary"
        >
          <Plus aria-hidden className="size-4" />
          New FAQ
        </button>
      }
    >
      <Toolbar>
        <SearchBox
          label="Search FAQs"
          value={filter.search}
          onChange={(search) => setFilter({ search }, { replace: true })}
        />
        <FilterSelect
          label="Show"
          value={filter.show}
          options={VIEWS}
          onChange={(show) => setFilter({ show })}
        />
      </Toolbar>
      {filter.search !== '' && !showsDeleted && (
        <p className="text-ink-muted">To change the order, clear the search first.</p>
      )}
      <ListView
        items={list.items}
        isLoading={list.isLoading}
        error={list.error}
        loadingText="Loading FAQs..."
        emptyText="No FAQs found"
        emptyHint="Press New FAQ to write the first question."
        isFiltered={faqs.isFiltered}
        onClearFilters={faqs.clearFilter}
        onRetry={() => void faqs.reload()}
      >
        <Table label="FAQs" columns={COLUMNS}>
          {items.map((faq, index) => (
            <tr key={faq.id} data-row={faq.id}>
              <td className="tabular-nums">{faq.sortOrder}</td>
              <th scope="row" className="min-w-48 wrap-anywhere">
                {faq.question}
              </th>
              <td className="wrap-anywhere">{faq.category}</td>
              <td>
                <FaqStatus faq={faq} />
              </td>
              <td data-end>
                <div className="inline-flex gap-1">
                  {showsDeleted ? (
                    <button
                      type="button"
                      data-action="restore"
                      onClick={() => void faqs.restore(faq)}
                      className="admin-button admin-button-secondary"
                    >
                      <RotateCcw aria-hidden className="size-4" />
                      Restore<span className="sr-only"> {faq.question}</span>
                    </button>
                  ) : (
                    <>
                      <MoveButton
                        faq={faq}
                        direction="up"
                        isDisabled={filter.search !== '' || index === 0}
                        onMove={move}
                      />
                      <MoveButton
                        faq={faq}
                        direction="down"
                        isDisabled={
                          filter.search !== '' || (index === items.length - 1 && !list.hasMore)
                        }
                        onMove={move}
                      />
                      <IconButton
                        label={`Edit ${faq.question}`}
                        icon={Pencil}
                        data-action="edit"
                        onClick={() => setEdited(faq)}
                      />
                      <IconButton
                        label={`Delete ${faq.question}`}
                        icon={Trash2}
                        data-action="delete"
                        onClick={() => void faqs.remove(faq, faq.question)}
                      />
                    </>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
        <MoreButton
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={() => void list.loadMore()}
          summary={faqs.summary}
        />
      </ListView>
      {edited && (
        <FaqDialog
          faq={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSaved={handleSaved}
        />
      )}
    </AdminPage>
  );
}

function FaqStatus({ faq }: { faq: AdminFaq }) {
  if (faq.deletedAt) {
    return (
      <>
        Deleted <DateText iso={faq.deletedAt} />
      </>
    );
  }
  return faq.isPublished ? (
    <Badge tone="green">Published</Badge>
  ) : (
    <Badge tone="yellow">Draft</Badge>
  );
}

type MoveButtonProps = {
  faq: AdminFaq;
  direction: MoveDirection;
  isDisabled: boolean;
  onMove: (faq: AdminFaq, direction: MoveDirection) => void;
};

function MoveButton({ faq, direction, isDisabled, onMove }: MoveButtonProps) {
  return (
    <IconButton
      label={`Move ${faq.question} ${direction}`}
      icon={direction === 'up' ? ArrowUp : ArrowDown}
      data-action={direction}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onMove(faq, direction);
      }}
    />
  );
}
