import { useResponseTime } from './use-response-time.ts';

type Props = { promisedAt?: Date | null; className?: string };

/** As high as the longest sentence, so that the layout does not shift. */
export function DeadlineLine({ promisedAt = null, className = '' }: Props) {
  const { deadline } = useResponseTime(promisedAt);
  if (!deadline) return null;
  const { clause, by, elsewhere } = deadline;
  return (
    <p className={`min-h-[3lh] text-sm sm:min-h-[2lh] ${className}`}>
      <span className="font-medium">{`${clause} ${by}`}</span>
      {elsewhere && <span className="text-ink-muted">{` (${elsewhere})`}</span>}
    </p>
  );
}
