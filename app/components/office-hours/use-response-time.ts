import { createContext, useContext, useSyncExternalStore } from 'react';
import { useSiteSettings } from '#app/components/live-settings.tsx';
import { isTimeZone } from '#shared/lib/local-dates.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import {
  formatDeadline,
  formatDeadlineParts,
  formatLastingWithin,
  formatWithin,
  getDeadlineAt,
  getResponseState,
  visitorTime,
} from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';

/** Minute for which the server rendered a deadline. */
export const RenderedAt = createContext<number | null>(null);

/** False if the hours are invalid or the browser does not know their zone. */
export function hasDeadlines(hours: OfficeHours): boolean {
  return !hours.isFallback && isTimeZone(hours.timeZone);
}

function zoneOfVisitor(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `sentence` if the answer comes within the response time, else its deadline. */
export function formatAcceptance(
  acceptedAt: Date,
  hours: OfficeHours,
  sentence: (within: string) => string,
): string {
  if (!hasDeadlines(hours)) return sentence(formatLastingWithin(hours));
  const due = dueAt(acceptedAt, hours);
  const state = getResponseState(due, hours);
  return state === 'open'
    ? sentence(formatWithin(state, hours))
    : `${formatDeadline(due, acceptedAt, hours, zoneOfVisitor())}.`;
}

/** The deadline of an enquiry with `promisedAt`, else of one sent now. As the server rendered it until hydration. */
export function useResponseTime(promisedAt: Date | null = null) {
  const { settings, responseState } = useSiteSettings();
  const { officeHours: hours } = settings;
  const renderedAt = useContext(RenderedAt);
  const minute = useMinute();
  const time = minute ?? renderedAt;
  if (time === null || !hasDeadlines(hours)) {
    return { hours, state: responseState, within: formatWithin(responseState, hours) };
  }
  const now = new Date(time);
  const due = promisedAt ?? getDeadlineAt(now, hours);
  const state = getResponseState(due, hours);
  const visitor = minute === null ? hours.timeZone : zoneOfVisitor();
  const [clause, by] = formatDeadlineParts(due, now, hours, visitor);
  const elsewhere = visitorTime(due, now, hours, visitor);
  return { hours, state, within: formatWithin(state, hours), deadline: { clause, by, elsewhere } };
}

const MINUTE_MS = 60_000;

function subscribe(onChange: () => void): () => void {
  let timer: number | undefined;
  function schedule() {
    window.clearTimeout(timer);
    if (document.visibilityState === 'hidden') return;
    timer = window.setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  }
  function tick() {
    onChange();
    schedule();
  }
  schedule();
  document.addEventListener('visibilitychange', tick);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

const currentMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** Null on the server and until hydration. */
function useMinute(): number | null {
  return useSyncExternalStore(subscribe, currentMinute, () => null);
}
