import { memo } from 'react';
import { formatCount } from '#app/admin/ui/format-count.ts';
import { EDITOR_MESSAGES } from '#app/admin/ui/messages.ts';
import type { RemovedPart } from '#shared/documents/preview.ts';
import { countWords, readingMinutes } from '#shared/lib/reading-time.ts';

type Props = {
  text: string;
  removed: readonly RemovedPart[];
};

/** Announced only when typing pauses. */
export const TextFacts = memo(function TextFacts({ text, removed }: Props) {
  const words = countWords(text);
  return (
    <div role="status" className="grid gap-1">
      <p className="tabular-nums">
        {EDITOR_MESSAGES.facts(formatCount(words), words, readingMinutes(text))}
      </p>
      <RemovedParts
        parts={removed.filter(({ keepsText }) => keepsText)}
        say={EDITOR_MESSAGES.unwrapped}
      />
      <RemovedParts
        parts={removed.filter(({ keepsText }) => !keepsText)}
        say={EDITOR_MESSAGES.removed}
      />
    </div>
  );
});

type PartsProps = { parts: readonly RemovedPart[]; say: (parts: string) => string };

function RemovedParts({ parts, say }: PartsProps) {
  if (parts.length === 0) return null;
  return (
    <p className="wrap-anywhere text-ink">
      {say(parts.map(EDITOR_MESSAGES.removedPart).join(', '))}
    </p>
  );
}
