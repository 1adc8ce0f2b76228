import {
  defineContent,
  fieldsOf,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { NumberField, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { type AdminFaq, faqInputSchema, newFaqSchema } from '#shared/faqs/admin-schema.ts';
import { FAQ_LIMITS, NEW_FAQ } from '#shared/faqs/values.ts';

const LABELS = {
  question: 'Question',
  answer: 'Answer',
  category: 'Category',
  sortOrder: 'Sort order',
  isPublished: 'Published',
};

export const FAQS = defineContent<AdminFaq, typeof NEW_FAQ>({
  entity: CONTENT.faqs,
  columns: [
    { label: 'Order', cellOf: ({ sortOrder }) => sortOrder, className: 'tabular-nums' },
    { label: 'Question', cellOf: ({ question }) => question, isHead: true },
    textColumn('Category', ({ category }) => category),
    STATUS_COLUMN,
  ],
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
        hint="Line breaks are kept."
        rows={8}
        maxLength={FAQ_LIMITS.answer}
      />
      <TextField
        {...field('category')}
        hint="Questions of one category stand together on the site."
        maxLength={FAQ_LIMITS.category}
      />
      {form.record && (
        <NumberField
          {...field('sortOrder')}
          hint="Smaller numbers come first."
          min={0}
          max={FAQ_LIMITS.sortOrder}
        />
      )}
      <SwitchField {...field('isPublished')} />
    </>
  );
}
