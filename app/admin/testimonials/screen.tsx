import {
  defineContent,
  type RecordForm,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import {
  fieldsOf,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import {
  type AdminTestimonial,
  testimonialInputSchema,
} from '#shared/testimonials/admin-schema.ts';
import { MAX_RATING, NEW_TESTIMONIAL, TESTIMONIAL_LIMITS } from '#shared/testimonials/values.ts';
import {
  TESTIMONIAL_LABELS as LABELS,
  TESTIMONIAL_SCREEN_MESSAGES,
} from '#shared/testimonials/messages.ts';
import { Star } from 'lucide-react';

const RATINGS = [
  ...Array.from({ length: MAX_RATING }, (_, index) => MAX_RATING - index).map((value) => ({
    value,
    label: TESTIMONIAL_SCREEN_MESSAGES.stars(value),
  })),
  { value: null, label: TESTIMONIAL_SCREEN_MESSAGES.noRating },
];

const MAX_QUOTE = 100;

function shortQuote(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= MAX_QUOTE) return line;
  return `${characters.slice(0, MAX_QUOTE).join('').trimEnd()}…`;
}

export const SCREEN = defineContent<AdminTestimonial, typeof NEW_TESTIMONIAL>({
  entity: CONTENT.testimonials,
  columns: [
    {
      label: LABELS.photoUrl,
      renderCell: ({ photoUrl, clientName }) => (
        <Thumbnail url={photoUrl} name={clientName} isRound />
      ),
    },
    {
      label: TESTIMONIAL_SCREEN_MESSAGES.client,
      renderCell: ({ clientName, clientTitle }) => (
        <>
          {clientName}
          {clientTitle && (
            <span className="second-line font-normal text-ink-muted">{clientTitle}</span>
          )}
        </>
      ),
      isHead: true,
    },
    textColumn(TESTIMONIAL_SCREEN_MESSAGES.company, ({ clientCompany }) => clientCompany),
    {
      label: LABELS.quote,
      renderCell: ({ quote }) => <span title={quote}>{shortQuote(quote)}</span>,
      className: 'max-w-72 min-w-48 wrap-anywhere',
    },
    { label: LABELS.rating, renderCell: ({ rating }) => <RatingStars rating={rating} /> },
    STATUS_COLUMN,
  ],
  subjectOf: ({ clientName }) => TESTIMONIAL_SCREEN_MESSAGES.subject(clientName),
  schema: testimonialInputSchema,
  blank: NEW_TESTIMONIAL,
  labels: LABELS,
  Fields: TestimonialFields,
});

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
      <SelectField {...field('rating')} options={RATINGS} className="field max-w-48" />
      <ImageField
        {...field('photoUrl')}
        folder="testimonial-photos"
        alt={TESTIMONIAL_SCREEN_MESSAGES.photoOf(form.values.clientName)}
        crop="aspect-square rounded-full"
      />
      <SwitchField {...field('isFeatured')} />
    </>
  );
}

function RatingStars({ rating }: { rating: number | null }) {
  if (rating === null)
    return (
      <span className="whitespace-nowrap text-ink-muted">
        {TESTIMONIAL_SCREEN_MESSAGES.noRating}
      </span>
    );
  return (
    <span
      role="img"
      aria-label={TESTIMONIAL_SCREEN_MESSAGES.rated(rating, MAX_RATING)}
      className="flex gap-0.5"
    >
      {Array.from({ length: MAX_RATING }, (_, index) => (
        <Star
          key={index}
          aria-hidden
          data-filled={index < rating}
          className={`size-4 ${index < rating ? 'fill-warn stroke-warn' : 'fill-none stroke-line-strong'}`}
        />
      ))}
    </span>
  );
}
