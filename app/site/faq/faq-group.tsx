import { Plus } from 'lucide-react';
import { useId } from 'react';
import type { Faq } from '#shared/faqs/schema.ts';
import type { FaqGroup } from './groups.ts';

/** One category as an accordion: opening an answer closes the one that was open. */
export function FaqGroupSection({ group }: { group: FaqGroup }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-12 gap-y-4 lg:grid-cols-[15rem_1fr]">
      <h2 id={id} className="text-2xl wrap-anywhere lg:sticky lg:top-24 lg:self-start lg:pt-4">
        {group.category}
      </h2>
      <div className="border-t border-line">
        {group.faqs.map((faq) => (
          <FaqItem key={faq.id} faq={faq} accordion={id} />
        ))}
      </div>
    </section>
  );
}

function FaqItem({ faq, accordion }: { faq: Faq; accordion: string }) {
  return (
    <details name={accordion} className="group border-b border-line">
      <summary className="flex list-none items-start justify-between gap-6 py-4 text-lg font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
        {faq.question}
        <Plus
          aria-hidden
          strokeWidth={1.5}
          className="mt-1 size-5 shrink-0 text-accent-2 motion-safe:transition-transform group-open:rotate-45"
        />
      </summary>
      <p className="max-w-text pt-1 pb-6 whitespace-pre-line text-ink-muted">{faq.answer}</p>
    </details>
  );
}
