import type { ContentDialogProps } from '#app/admin/content/content-page.tsx';
import {
  FormDialog,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { useRecordForm } from '#app/admin/content/use-record-form.ts';
import { FAQ_LIMITS, NEW_FAQ } from '#shared/faqs/values.ts';
import { FAQ_MESSAGES } from '#shared/faqs/messages.ts';
import { type AdminFaq, faqInputSchema, newFaqSchema } from '#shared/faqs/admin-schema.ts';

const LABELS = {
  question: 'Question',
  answer: 'Answer',
  category: 'Category',
  sortOrder: 'Sort order',
  isPublished: 'Published',
};

type Values = {
  question: string;
  answer: string;
  category: string;
  sortOrder?: number;
  isPublished: boolean;
};

function valuesOf({ question, answer, category, sortOrder, isPublished }: AdminFaq): Values {
  return { question, answer, category, sortOrder, isPublished };
}

// Null for a new one.
type Props = ContentDialogProps & { faq: AdminFaq | null };

export function FaqDialog({ faq, onClose, onSaved }: Props) {
  const form = useRecordForm<AdminFaq, Values>({
    path: 'faqs',
    record: faq,
    schema: faqInputSchema,
    newSchema: newFaqSchema,
    blank: NEW_FAQ,
    valuesOf,
    texts: FAQ_MESSAGES,
    onSaved,
  });

  return (
    <FormDialog
      title={form.record ? 'Edit FAQ' : 'Create New FAQ'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={form.record ? 'Save changes' : 'Create FAQ'}
    >
      <TextField form={form} name="question" label="Question" maxLength={FAQ_LIMITS.question} />
      <TextAreaField
        form={form}
        name="answer"
        label="Answer"
        hint="Line breaks are kept."
        rows={8}
        maxLength={FAQ_LIMITS.answer}
      />
      <TextField
        form={form}
        name="category"
        label="Category"
        hint="Questions of one category stand together on the site."
        maxLength={FAQ_LIMITS.category}
      />
      {form.record && (
        <NumberField
          form={form}
          name="sortOrder"
          label="Sort order"
          hint="Smaller numbers come first."
          min={0}
          max={FAQ_LIMITS.sortOrder}
        />
      )}
      <SwitchField form={form} name="isPublished" label="Published" />
    </FormDialog>
  );
}
