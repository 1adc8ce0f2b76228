import type { ContentDialogProps } from '#app/admin/content/content-page.tsx';
import {
  FormField,
  FormDialog,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image-field.tsx';
import { useRecordForm } from '#app/admin/content/use-record-form.ts';
import { MAX_RATING, NEW_TESTIMONIAL, TESTIMONIAL_LIMITS } from '#shared/testimonials/values.ts';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials/messages.ts';
import {
  type AdminTestimonial,
  testimonialInputSchema,
} from '#shared/testimonials/admin-schema.ts';

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

// Null for a new one.
type Props = ContentDialogProps & { testimonial: AdminTestimonial | null };

export function TestimonialDialog({ testimonial, onClose, onSaved }: Props) {
  const form = useRecordForm<AdminTestimonial, typeof NEW_TESTIMONIAL>({
    path: 'testimonials',
    record: testimonial,
    schema: testimonialInputSchema,
    blank: NEW_TESTIMONIAL,
    valuesOf,
    texts: TESTIMONIAL_MESSAGES,
    onSaved,
  });
  const rating = { form, name: 'rating', label: 'Rating' };

  return (
    <FormDialog
      title={form.record ? 'Edit Testimonial' : 'Create New Testimonial'}
      form={form}
      labels={LABELS}
      onClose={onClose}
      saveLabel={form.record ? 'Save changes' : 'Create testimonial'}
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
      <FormField {...rating}>
        {(control) => (
          <select
            {...control}
            value={form.values.rating ?? NO_RATING}
            onChange={({ target: { value } }) =>
              form.setValue('rating', value === NO_RATING ? null : Number(value))
            }
            className="field max-w-48"
          >
            {RATINGS.map((stars) => (
              <option key={stars} value={stars}>
                {stars === 1 ? '1 star' : `${stars} stars`}
              </option>
            ))}
            <option value={NO_RATING}>No rating</option>
          </select>
        )}
      </FormField>
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
