import { memo } from 'react';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';
import type { RemovedPart } from '#shared/documents/preview.ts';
import { countWords, readingMinutes } from '#shared/lib/reading-time.ts';

type Props = {
  text: string;
  /** What the site will not show of it. */
  removed: readonly RemovedPart[];
};

/** What there is to say about a text that rests: spoken politely, so never at each key. */
export const TextFacts = memo(function TextFacts({ text, removed }: Props) {
  const words = countWords(text);
  return (
    <div role="status" className="grid gap-1">
      <p className="tabular-nums">
        {EDITOR_MESSAGES.facts(formatCount(words), words, readingMinutes(text))}
      </p>
      {removed.length > 0 && (
        <p className="wrap-anywhere text-ink">
          {EDITOR_MESSAGES.removed(removed.map(EDITOR_MESSAGES.removedPart).join(', '))}
        </p>
      )}
    </div>
  );
});
