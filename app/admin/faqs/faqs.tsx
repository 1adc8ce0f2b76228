import {
  defineContent,
  fieldsOf,
  orderColumn,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { NumberField, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { type AdminFaq, faqInputSchema, newFaqSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_LIMITS, NEW_FAQ } from '#shared/faqs/values.ts';
import { FAQ_LABELS as LABELS, FAQ_SCREEN_MESSAGES } from '#shared/faqs/messages.ts';

export const FAQS = defineContent<AdminFaq, typeof NEW_FAQ>({
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
