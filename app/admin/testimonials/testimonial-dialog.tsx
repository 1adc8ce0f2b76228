import {
  controlProps,
  FieldFrame,
  FormDialog,
  SwitchField,
  TextAreaField,
  TextField,
  useForm,
} from '#app/admin/layout/form.tsx';
import { ApiError, getJson, sendJson } from '#app/admin/lib/api.ts';
import { ImageField } from '#app/admin/lib/image-field.tsx';
import { useNotify } from '#app/admin/lib/notify.ts';
import {
  MAX_RATING,
  NEW_TESTIMONIAL,
  TESTIMONIAL_LIMITS,
  TESTIMONIAL_MESSAGES,
} from '#shared/testimonials-form.ts';
import { type AdminTestimonial, testimonialInputSchema } from '#shared/testimonials-schema.ts';

const LABELS = {
  clientName: 'Client name',
  clientTitle: 'Client title',
  clientCompany: 'Client company',
  quote: 'Quote',
  rating: 'Rating',
  photoUrl: 'Photo',
  isFeatured: 'Featured',
};

const NO_RATING = 'none';
const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => MAX_RATING - index);

function valuesOf(testimonial: AdminTestimonial): typeof NEW_TESTIMONIAL {
  return {
    clientName: testimonial.clientName,
    clientTitle: testimonial.clientTitle ?? '',
    clientCompany: testimonial.clientCompany ?? '',
    quote: testimonial.quote,
    rating: testimonial.rating,
    photoUrl: testimonial.photoUrl ?? '',
    isFeatured: testimonial.isFeatured,
  };
}

type Props = {
  /** Null for a new testimonial. */
  testimonial: AdminTestimonial | null;
  onClose: () => void;
  /** Called with what to tell; the dialog is to be closed then. */
  onSaved: (text: string) => void;
};

export function TestimonialDialog({ testimonial, onClose, onSaved }: Props) {
  const notify = useNotify();
  const form = useForm({
    schema: testimonialInputSchema,
    initial: testimonial ? valuesOf(testimonial) : NEW_TESTIMONIAL,
    version: testimonial?.updatedAt ?? '',
    async save(values, updatedAt) {
      try {
        if (testimonial) {
          await sendJson('PUT', `testimonials/${testimonial.id}`, { ...values, updatedAt });
        } else await sendJson('POST', 'testimonials', values);
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 409)) {
          notify.error(TESTIMONIAL_MESSAGES.saveFailed);
        }
        throw error;
      }
      onSaved(testimonial ? TESTIMONIAL_MESSAGES.updated : TESTIMONIAL_MESSAGES.created);
    },
    async loadCurrent() {
      const current = await getJson<AdminTestimonial>(`testimonials/${testimonial?.id}`);
      return { values: valuesOf(current), version: current.updatedAt };
    },
  });
  const rating = { form, name: 'rating', label: 'Rating' };

  return (
    <FormDialog
      title={testimonial ? 'Edit Testimonial' : 'Create New Testimonial'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={testimonial ? 'Save changes' : 'Create testimonial'}
    >
      <TextField
        form={form}
        name="clientName"
        label="Client name"
        maxLength={TESTIMONIAL_LIMITS.clientName}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="clientTitle"
          label="Client title (optional)"
          maxLength={TESTIMONIAL_LIMITS.clientTitle}
        />
        <TextField
          form={form}
          name="clientCompany"
          label="Client company (optional)"
          maxLength={TESTIMONIAL_LIMITS.clientCompany}
        />
      </div>
      <TextAreaField
        form={form}
        name="quote"
        label="Quote"
        rows={5}
        maxLength={TESTIMONIAL_LIMITS.quote}
      />
      <FieldFrame {...rating}>
        <select
          {...controlProps(rating)}
          value={form.values.rating ?? NO_RATING}
          onChange={({ target: { value } }) =>
            form.setValue('rating', value === NO_RATING ? null : Number(value))
          }
          className="admin-field max-w-48"
        >
          {RATINGS.map((stars) => (
            <option key={stars} value={stars}>
              {stars === 1 ? '1 star' : `${stars} stars`}
            </option>
          ))}
          <option value={NO_RATING}>No rating</option>
        </select>
      </FieldFrame>
      <ImageField
        label="Photo"
        value={form.values.photoUrl}
        onChange={(url) => form.setValue('photoUrl', url)}
        folder="testimonial-photos"
        alt={`Photo of ${form.values.clientName}`}
        error={form.errors.photoUrl}
      />
      <SwitchField form={form} name="isFeatured" label="Featured" />
    </FormDialog>
  );
}
