import { useEffect, useState } from 'react';
import { FORM_MESSAGES } from './messages.ts';

type Props = { id: string; text: string; min: number; max: number };

const SPEAK_AFTER_MS = 1_200;
const statistic = new Intl.NumberFormat('en-US');

// Counts like the server, whose module would import the validation library.
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export function CharacterCounter({ id, text, min, max }: Props) {
  const count = countCharacters(text.trim());
  const isNearMax = count > max * 0.9;
  const sentence = isNearMax
    ? FORM_MESSAGES.atMax(statistic.format(count), statistic.format(max))
    : count < min
      ? FORM_MESSAGES.atLeast(count, min)
      : FORM_MESSAGES.longEnough;
  const tone = count > max ? 'text-alert' : count >= min ? 'text-ok' : 'text-ink-muted';
  return (
    <div className="noscript:hidden">
      <p
        id={id}
        className={`flex justify-between gap-4 text-sm tabular-nums ${tone}`}
        aria-hidden="true"
      >
        <span>{isNearMax ? sentence : count >= min ? sentence : ''}</span>
        <span>{`${count}/${min}`}</span>
      </p>
      <SpokenLater text={count === 0 ? '' : sentence} />
    </div>
  );
}

function SpokenLater({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), SPEAK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <p role="status" className="sr-only">
      {spoken}
    </p>
  );
}
