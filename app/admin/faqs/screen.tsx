import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { ContentView } from '#app/admin/content/content-screen.tsx';
import {
  type Content,
  defineContent,
  orderColumn,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { useContent } from '#app/admin/content/use-content.tsx';
import { sendJson } from '#app/admin/data/api.ts';
import { CONTENT, getRecordName } from '#app/admin/data/content.ts';
import { IconButton } from '#app/admin/ui/button.tsx';
import { useNotify } from '#app/admin/ui/notify.ts';
import { type AdminFaq, faqInputSchema, newFaqSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_LIMITS, MOVE_DIRECTIONS, type MoveDirection, NEW_FAQ } from '#shared/faqs/values.ts';
import { FAQ_LABELS as LABELS, FAQ_MESSAGES, FAQ_SCREEN_MESSAGES } from '#shared/faqs/messages.ts';
import {
  fieldsOf,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';

const FAQS = defineContent<AdminFaq, typeof NEW_FAQ>({
  entity: CONTENT.faqs,
  columns: [
    orderColumn(FAQ_SCREEN_MESSAGES.order),
    { label: LABELS.question, renderCell: ({ question }) => question, isHead: true },
    textColumn(LABELS.category, ({ category }) => category),
    STATUS_COLUMN,
  ],
  defaultSort: 'sort_order',
  schema: faqInputSchema,
  newSchema: newFaqSchema,
  blank: NEW_FAQ,
  labels: LABELS,
  Fields: FaqFields,
});

function FaqFields({ form }: { form: RecordForm<AdminFaq, typeof NEW_FAQ> }) {
  const field = fieldsOf(form, LABELS);
  return (
    <>
      <TextField {...field('question')} maxLength={FAQ_LIMITS.question} />
      <TextAreaField
        {...field('answer')}
        hint={FAQ_SCREEN_MESSAGES.answerHint}
        rows={8}
        maxLength={FAQ_LIMITS.answer}
      />
      <TextField
        {...field('category')}
        hint={FAQ_SCREEN_MESSAGES.categoryHint}
        maxLength={FAQ_LIMITS.category}
      />
      {form.record && (
        <NumberField
          {...field('sortOrder')}
          hint={FAQ_SCREEN_MESSAGES.sortOrderHint}
          min={0}
          max={FAQ_LIMITS.sortOrder}
        />
      )}
      <SwitchField {...field('isPublished')} />
    </>
  );
}

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
    onSuccess: () => notify.success(FAQ_MESSAGES.reordered),
    onError: () => notify.error(FAQ_MESSAGES.reorderFailed),
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
        filter.status !== 'deleted' && (
          <p className="text-ink-muted">{FAQ_SCREEN_MESSAGES.clearSearch}</p>
        )
      }
      renderActions={(row) =>
        MOVE_DIRECTIONS.map((direction) => {
          const end = direction === 'up' ? list.items?.at(0) : !list.hasMore && list.items?.at(-1);
          const isEnd = end && end.id === row.id;
          return (
            <IconButton
              key={direction}
              label={FAQ_SCREEN_MESSAGES.move(getRecordName(CONTENT.faqs, row), direction)}
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
