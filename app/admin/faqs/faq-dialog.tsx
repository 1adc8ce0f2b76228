import {
  FormDialog,
  NumberField,
  SwitchField,
  TextAreaField,
  TextField,
  useForm,
} from '#app/admin/layout/form.tsx';
import { ApiError, getJson, sendJson } from '#app/admin/lib/api.ts';
import { useNotify } from '#app/admin/lib/notify.ts';
import { FAQ_LIMITS, FAQ_MESSAGES, NEW_FAQ } from '#shared/faqs-form.ts';
import { type AdminFaq, faqInputSchema, newFaqSchema } from '#shared/faqs-schema.ts';

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

type Props = {
  /** Null for a new question. */
  faq: AdminFaq | null;
  onClose: () => void;
  /** Called with what to tell; the dialog is to be closed then. */
  onSaved: (text: string) => void;
};

export function FaqDialog({ faq, onClose, onSaved }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: faq ? faqInputSchema : newFaqSchema,
    initial: faq ? valuesOf(faq) : (NEW_FAQ as Values),
    version: faq?.updatedAt ?? '',
    async save(values, updatedAt) {
      try {
        if (faq) await sendJson('PUT', `faqs/${faq.id}`, { ...values, updatedAt });
        else await sendJson('POST', 'faqs', values);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) {
          notify.error(FAQ_MESSAGES.saveFailed);
        }
        throw error;
      }
      onSaved(faq ? FAQ_MESSAGES.updated : FAQ_MESSAGES.created);
    },
    async loadCurrent() {
      const current = await getJson<AdminFaq>(`faqs/${faq?.id}`);
      return { values: valuesOf(current), version: current.updatedAt };
    },
  });

  return (
    <FormDialog
      title={faq ? 'Edit FAQ' : 'Create New FAQ'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={faq ? 'Save changes' : 'Create FAQ'}
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
      {faq && (
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
