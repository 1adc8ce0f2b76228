import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { ContentView } from '#app/admin/content/content-screen.tsx';
import {
  type Content,
  defineContent,
  describeForm,
  type FormValues,
  orderColumn,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { useContent } from '#app/admin/content/use-content.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { CONTENT, getRecordName } from '#app/admin/data/content.ts';
import { IconButton } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type AdminFaq, FAQ } from '#shared/faqs/admin-schema.ts';
import { MOVE_DIRECTIONS, type MoveDirection } from '#shared/faqs/values.ts';
import { FAQ_SCREEN_MESSAGES as MESSAGES } from '#shared/faqs/messages.ts';
import { listLabels } from '#shared/site-content/fields.ts';

const LABELS = listLabels(FAQ.fields);

const FAQS = defineContent<AdminFaq, FormValues>({
  entity: CONTENT.faqs,
  columns: [
    orderColumn(MESSAGES.order),
    { label: LABELS.question, renderCell: ({ question }) => question, isHead: true },
    textColumn(LABELS.category, ({ category }) => category),
    STATUS_COLUMN,
  ],
  defaultSort: 'sort_order',
  ...describeForm(CONTENT.faqs, FAQ, ['sortOrder']),
});

type Move = { id: string; direction: MoveDirection };
const MOVES = { mutationKey: ['faq-moves'] };

export const SCREEN: Content = { ...FAQS, Screen: FaqsScreen };

function FaqsScreen() {
  const notify = useNotify();
  const client = useQueryClient();
  const content = useContent(FAQS, { isPaused: useIsMutating(MOVES) > 0 });
  const { list, filter } = content;
  const isInOrder = filter.search === '' && content.isSortedByDefault;

  const { mutate: sendMove } = useMutation({
    ...MOVES,
    // Sequential, so that quick presses arrive in order.
    scope: { id: 'faq-moves' },
    mutationFn: ({ id, direction }: Move) => sendJson('POST', `faqs/${id}/move`, { direction }),
    onSuccess: () => notify.success(MESSAGES.reordered),
    onError: () => notify.error(MESSAGES.reorderFailed),
    onSettled() {
      if (client.isMutating(MOVES) === 1) void list.reload();
    },
  });

  function move(id: string, direction: MoveDirection) {
    list.setItems((items) => swapNeighbours(items as AdminFaq[], id, direction));
    sendMove({ id, direction });
  }

  return (
    <ContentView
      definition={FAQS}
      content={content}
      notice={
        !isInOrder &&
        filter.status !== 'deleted' && <p className="text-ink-muted">{MESSAGES.clearSearch}</p>
      }
      renderActions={(row) =>
        MOVE_DIRECTIONS.map((direction) => {
          const end = direction === 'up' ? list.items?.at(0) : !list.hasMore && list.items?.at(-1);
          const isEnd = end && end.id === row.id;
          return (
            <IconButton
              key={direction}
              label={MESSAGES.move(getRecordName(CONTENT.faqs, row), direction)}
              icon={direction === 'up' ? ArrowUp : ArrowDown}
              data-action={direction}
              isDisabled={!isInOrder || isEnd}
              onClick={() => move(row.id, direction)}
            />
          );
        })
      }
    />
  );
}

/** Each place keeps its sort number. */
function swapNeighbours(items: AdminFaq[], id: string, direction: MoveDirection): AdminFaq[] {
  const index = items.findIndex((item) => item.id === id);
  const other = index + (direction === 'up' ? -1 : 1);
  const moved = items[index];
  const neighbour = items[other];
  if (!moved || !neighbour) return items;
  const swapped = [...items];
  swapped[index] = { ...neighbour, sortOrder: moved.sortOrder };
  swapped[other] = { ...moved, sortOrder: neighbour.sortOrder };
  return swapped;
}
