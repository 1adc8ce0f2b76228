import { FeaturedBadge } from '#app/admin/ui/badge.tsx';
import { ManagedContentPage, StatusCell } from '#app/admin/content/managed-content-page.tsx';
import { Thumbnail } from '#app/admin/ui/thumbnail.tsx';
import { useManagedContent } from '#app/admin/content/use-managed-content.ts';
import { TESTIMONIAL_MESSAGES } from '#shared/testimonials/messages.ts';
import type { AdminTestimonial } from '#shared/testimonials/admin-schema.ts';
import { shortQuote } from './short-quote.ts';
import { RatingStars } from './rating-stars.tsx';
import { TestimonialDialog } from './testimonial-dialog.tsx';

const COLUMNS = [
  { key: 'photo', label: 'Photo' },
  { key: 'client', label: 'Client' },
  { key: 'company', label: 'Company' },
  { key: 'quote', label: 'Quote' },
  { key: 'rating', label: 'Rating' },
  { key: 'status', label: 'Status' },
  { key: 'actions', label: 'Actions', isEnd: true },
];

export function TestimonialsPage() {
  const testimonials = useManagedContent<AdminTestimonial>({
    path: 'testimonials',
    table: 'testimonials',
    texts: TESTIMONIAL_MESSAGES,
  });
  return (
    <ManagedContentPage
      title="Testimonials Management"
      plural="testimonials"
      newLabel="New Testimonial"
      emptyHint="Press New Testimonial to add the first one."
      columns={COLUMNS}
      content={testimonials}
      nameOf={({ clientName }) => clientName}
      subjectOf={({ clientName }) => `testimonial of ${clientName}`}
      renderCells={(testimonial) => (
        <>
          <td>
            <Thumbnail url={testimonial.photoUrl} name={testimonial.clientName} isRound />
          </td>
          <th scope="row" className="min-w-36 wrap-anywhere">
            {testimonial.clientName}
            {testimonial.clientTitle && (
              <span className="block font-normal text-ink-muted">{testimonial.clientTitle}</span>
            )}
          </th>
          <td className="wrap-anywhere">{testimonial.clientCompany ?? 'N/A'}</td>
          <td className="max-w-72 min-w-48 wrap-anywhere" title={testimonial.quote}>
            {shortQuote(testimonial.quote)}
          </td>
          <td>
            <RatingStars rating={testimonial.rating} />
          </td>
          <StatusCell record={testimonial}>
            <FeaturedBadge isFeatured={testimonial.isFeatured} />
          </StatusCell>
        </>
      )}
      renderDialog={(testimonial, dialog) => (
        <TestimonialDialog {...dialog} testimonial={testimonial} />
      )}
    />
  );
}
