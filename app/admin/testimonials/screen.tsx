import { ContentScreen } from '#app/admin/content/content-screen.tsx';
import {
  defineContent,
  fieldsOf,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { FormField, SwitchField, TextAreaField, TextField } from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import {
  type AdminTestimonial,
  testimonialInputSchema,
} from '#shared/testimonials/admin-schema.ts';
import { MAX_RATING, NEW_TESTIMONIAL, TESTIMONIAL_LIMITS } from '#shared/testimonials/values.ts';
import { RatingStars } from './rating-stars.tsx';
import { shortQuote } from './short-quote.ts';

const LABELS = {
  clientName: 'Client name',
  clientTitle: 'Client title (optional)',
  clientCompany: 'Client company (optional)',
  quote: 'Quote',
  rating: 'Rating',
  photoUrl: 'Photo',
  isFeatured: 'Featured',
};

const NO_RATING = 'none';
const RATINGS = Array.from({ length: MAX_RATING }, (_, index) => MAX_RATING - index);

const TESTIMONIALS = defineContent<AdminTestimonial, typeof NEW_TESTIMONIAL>({
  entity: CONTENT.testimonials,
  columns: [
    {
      label: 'Photo',
      cellOf: ({ photoUrl, clientName }) => <Thumbnail url={photoUrl} name={clientName} isRound />,
    },
    {
      label: 'Client',
      cellOf: ({ clientName, clientTitle }) => (
        <>
          {clientName}
          {clientTitle && <span className="block font-normal text-ink-muted">{clientTitle}</span>}
        </>
      ),
      isHead: true,
    },
    textColumn('Company', ({ clientCompany }) => clientCompany),
    {
      label: 'Quote',
      cellOf: ({ quote }) => <span title={quote}>{shortQuote(quote)}</span>,
      className: 'max-w-72 min-w-48 wrap-anywhere',
    },
    { label: 'Rating', cellOf: ({ rating }) => <RatingStars rating={rating} /> },
    STATUS_COLUMN,
  ],
  subjectOf: ({ clientName }) => `testimonial of ${clientName}`,
  schema: testimonialInputSchema,
  blank: NEW_TESTIMONIAL,
  labels: LABELS,
  Fields: TestimonialFields,
});

export default function TestimonialsScreen() {
  return <ContentScreen definition={TESTIMONIALS} />;
}

function TestimonialFields({
  form,
}: {
  form: RecordForm<AdminTestimonial, typeof NEW_TESTIMONIAL>;
}) {
  const field = fieldsOf(form, LABELS);
  return (
    <>
      <TextField {...field('clientName')} maxLength={TESTIMONIAL_LIMITS.clientName} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('clientTitle')} maxLength={TESTIMONIAL_LIMITS.clientTitle} />
        <TextField {...field('clientCompany')} maxLength={TESTIMONIAL_LIMITS.clientCompany} />
      </div>
      <TextAreaField {...field('quote')} rows={5} maxLength={TESTIMONIAL_LIMITS.quote} />
      <FormField {...field('rating')}>
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
        label={LABELS.photoUrl}
        value={form.values.photoUrl}
        onChange={(url) => form.setValue('photoUrl', url)}
        folder="testimonial-photos"
        alt={`Photo of ${form.values.clientName}`}
        error={form.errors.photoUrl}
      />
      <SwitchField {...field('isFeatured')} />
    </>
  );
}
