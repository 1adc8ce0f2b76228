import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { PublishedBadge } from '#app/admin/ui/badge.tsx';
import { IconButton } from '#app/admin/ui/button.tsx';
import { ManagedContentPage, StatusCell } from '#app/admin/content/managed-content-page.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { useNotify } from '#app/admin/ui/notify.ts';
import { useManagedContent } from '#app/admin/content/use-managed-content.ts';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import type { MoveDirection } from '#shared/faqs/values.ts';
import type { AdminFaq } from '#shared/faqs/admin-schema.ts';
import { FaqDialog } from './faq-dialog.tsx';
import { swapNeighbours } from './swap.ts';

const COLUMNS = [
  { key: 'order', label: 'Order' },
  { key: 'question', label: 'Question' },
  { key: 'category', label: 'Category' },
  { key: 'status', label: 'Status' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

export function FaqsPage() {
  const notify = useNotify();
  const [movesUnderWay, setMovesUnderWay] = useState(0);
  const faqs = useManagedContent<AdminFaq>({
    path: 'faqs',
    table: movesUnderWay > 0 ? null : 'faqs',
    texts: FAQ_MESSAGES,
  });
  const { list, filter, showsDeleted } = faqs;
  const isSearched = filter.search !== '';

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

  return (
    <ManagedContentPage
      title="FAQ Management"
      plural="FAQs"
      newLabel="New FAQ"
      emptyHint="Press New FAQ to write the first question."
      columns={COLUMNS}
      content={faqs}
      notice={
        isSearched &&
        !showsDeleted && (
          <p className="text-ink-muted">To change the order, clear the search first.</p>
        )
      }
      nameOf={({ question }) => question}
      renderCells={(faq) => (
        <>
          <td className="tabular-nums">{faq.sortOrder}</td>
          <th scope="row" className="min-w-48 wrap-anywhere">
            {faq.question}
          </th>
          <td className="wrap-anywhere">{faq.category}</td>
          <StatusCell record={faq}>
            <PublishedBadge isPublished={faq.isPublished} />
          </StatusCell>
        </>
      )}
      renderActions={(faq, index) => (
        <>
          <MoveButton
            faq={faq}
            direction="up"
            isDisabled={isSearched || index === 0}
            onMove={move}
          />
          <MoveButton
            faq={faq}
            direction="down"
            isDisabled={isSearched || (index + 1 === list.items?.length && !list.hasMore)}
            onMove={move}
          />
        </>
      )}
      renderDialog={(faq, dialog) => <FaqDialog {...dialog} faq={faq} />}
    />
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
