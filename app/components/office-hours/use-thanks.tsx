import type { ReactNode } from 'react';
import { formatLastingWithin } from '#shared/office-hours/sentences.ts';
import { DeadlineLine } from './deadline-line.tsx';
import { useResponseTime } from './use-response-time.ts';

type Thanks = {
  heading: string;
  /** 'within 1 hour' or 'by Monday, 9:54 AM' */
  when: string;
  line: ReactNode;
};

/** The deadline is the heading unless the answer comes within the response time. */
export function useThanks(promisedAt: Date | null, thanks: string): Thanks {
  const { hours, state, within, deadline } = useResponseTime(promisedAt);
  if (!promisedAt || !deadline) {
    return { heading: thanks, when: formatLastingWithin(hours), line: null };
  }
  if (state === 'open') {
    return { heading: thanks, when: within, line: <DeadlineLine promisedAt={promisedAt} /> };
  }
  const { clause, by, elsewhere } = deadline;
  const line = (
    <>
      {elsewhere && <p className="text-sm text-ink-muted">{elsewhere}</p>}
      <p>{thanks}</p>
    </>
  );
  return { heading: `${clause} ${by}`, when: by, line };
}
