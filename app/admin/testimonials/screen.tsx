import {
  defineContent,
  describeForm,
  type FormValues,
  STATUS_COLUMN,
  textColumn,
} from '#app/admin/content/definition.tsx';
import { CONTENT } from '#app/admin/data/content.ts';
import { Thumbnail } from '#app/admin/ui/image/thumbnail.tsx';
import { listLabels } from '#shared/site-content/fields.ts';
import { type AdminTestimonial, TESTIMONIAL } from '#shared/testimonials/admin-schema.ts';
import { NO_RATING } from '#shared/testimonials/messages.ts';
import { MAX_RATING } from '#shared/testimonials/schema.ts';
import { Star } from 'lucide-react';

const LABELS = listLabels(TESTIMONIAL.fields);

const MESSAGES = {
  client: 'Client',
  company: 'Company',
  subject: (name: string) => `testimonial of ${name}`,
  rated: (rating: number) => `${rating} of ${MAX_RATING} stars`,
} as const;

const MAX_QUOTE = 100;

function shortQuote(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= MAX_QUOTE) return line;
  return `${characters.slice(0, MAX_QUOTE).join('').trimEnd()}…`;
}

export const SCREEN = defineContent<AdminTestimonial, FormValues>({
  entity: CONTENT.testimonials,
  columns: [
    {
      label: LABELS.photoUrl,
      renderCell: ({ photoUrl, clientName }) => (
        <Thumbnail url={photoUrl} name={clientName} isRound />
      ),
    },
    {
      label: MESSAGES.client,
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
    textColumn(MESSAGES.company, ({ clientCompany }) => clientCompany),
    {
      label: LABELS.quote,
      renderCell: ({ quote }) => <span title={quote}>{shortQuote(quote)}</span>,
      className: 'max-w-72 min-w-48 wrap-anywhere',
    },
    { label: LABELS.rating, renderCell: ({ rating }) => <RatingStars rating={rating} /> },
    STATUS_COLUMN,
  ],
  subjectOf: ({ clientName }) => MESSAGES.subject(clientName),
  ...describeForm(CONTENT.testimonials, TESTIMONIAL),
});

function RatingStars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="whitespace-nowrap text-ink-muted">{NO_RATING}</span>;
  return (
    <span role="img" aria-label={MESSAGES.rated(rating)} className="flex gap-0.5">
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
