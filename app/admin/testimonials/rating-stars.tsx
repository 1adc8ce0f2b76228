import { Star } from 'lucide-react';
import { MAX_RATING } from '#shared/testimonials/values.ts';
import { TESTIMONIAL_SCREEN_MESSAGES } from '#shared/testimonials/messages.ts';

export function RatingStars({ rating }: { rating: number | null }) {
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
