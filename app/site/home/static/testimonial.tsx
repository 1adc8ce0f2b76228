import type { ReactElement } from 'react';
import { TESTIMONIAL_MESSAGES } from '#app/site/home/messages.ts';
import type { Testimonial } from '#shared/testimonials/schema.ts';
import { Portrait } from './portrait.tsx';

const MAX_STARS = 5;
const STAR_OUTLINE = 'm8 1.5 2 4.3 4.7.6-3.5 3.2.9 4.7L8 12l-4.1 2.3.9-4.7L1.3 6.4 6 5.8z';

export function testimonialParts(testimonials: readonly Testimonial[]) {
  const parts: Record<string, ReactElement> = {};
  for (const testimonial of testimonials) {
    parts[`slide-${testimonial.id}`] = <TestimonialSlide testimonial={testimonial} />;
    parts[`preview-${testimonial.id}`] = <TestimonialPreview testimonial={testimonial} />;
  }
  return parts;
}

type Props = { testimonial: Testimonial };

function TestimonialSlide({ testimonial }: Props) {
  const { quote, rating, clientName, clientTitle, clientCompany } = testimonial;
  return (
    <figure className="grid gap-5 lg:grid-cols-[3fr_1fr] lg:gap-16">
      <blockquote className="grid content-start gap-4">
        {rating !== null && <Stars rating={rating} />}
        <p className="max-w-[52ch] font-display text-lg leading-snug font-medium text-pretty sm:text-2xl sm:leading-snug">
          “{quote}”
        </p>
      </blockquote>
      <figcaption className="flex items-center gap-4 lg:flex-col lg:items-start lg:border-s lg:border-line lg:ps-8">
        <TestimonialPortrait
          testimonial={testimonial}
          className="size-14 text-lg lg:size-24 lg:text-2xl"
        />
        <div>
          <p className="font-semibold">{clientName}</p>
          {clientTitle && <p className="text-sm text-ink-muted">{clientTitle}</p>}
          {clientCompany && <p className="text-sm text-ink-muted">{clientCompany}</p>}
        </div>
      </figcaption>
    </figure>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <p className="flex gap-1">
      <span className="sr-only">{TESTIMONIAL_MESSAGES.rating(rating, MAX_STARS)}</span>
      {Array.from({ length: MAX_STARS }, (_, star) => (
        <svg
          key={star}
          viewBox="0 0 16 16"
          aria-hidden="true"
          strokeLinejoin="round"
          className={`size-5 ${star < rating ? 'fill-accent stroke-accent' : 'fill-transparent stroke-line-strong'}`}
        >
          <path d={STAR_OUTLINE} />
        </svg>
      ))}
    </p>
  );
}

function TestimonialPreview({ testimonial }: Props) {
  return (
    <>
      <TestimonialPortrait testimonial={testimonial} className="size-11 text-sm" />
      <span className="min-w-0">
        <span className="block text-sm leading-tight font-semibold">{testimonial.clientName}</span>
        <span className="line-clamp-1 text-sm text-ink-muted max-sm:hidden print:line-clamp-none">
          {testimonial.quote}
        </span>
      </span>
    </>
  );
}

function TestimonialPortrait({ testimonial, className }: Props & { className: string }) {
  return (
    <Portrait
      name={testimonial.clientName}
      url={testimonial.photoUrl}
      className={className}
      initialsClass="bg-accent-2/15 text-accent"
    />
  );
}
