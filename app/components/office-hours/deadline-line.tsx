import { useSiteSettings } from '#app/components/live-settings.tsx';
import { isTimeZone } from '#shared/lib/local-dates.ts';
import { dueAt } from '#shared/office-hours/due-at.ts';
import {
  promiseNow,
  promiseOf,
  promiseWithoutScripts,
  ruleOf,
  visitorTime,
} from '#shared/office-hours/sentences.ts';
import type { OfficeHours } from '#shared/office-hours/values.ts';
import { useMinute } from './use-minute.ts';

function zoneOfVisitor(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

type Props = {
  /** As the page has them, if it could be loaded; the stream of the settings brings newer ones. */
  hours: OfficeHours | null;
  /** When an answer was promised for what has been sent. */
  promisedAt?: Date | null;
  className?: string;
};

/** What the promise of an answer means at this minute. The server, which renders for any minute, prints the rule or the whole date. */
export function DeadlineLine({ hours: loaded, promisedAt = null, className = '' }: Props) {
  const { settings } = useSiteSettings();
  const minute = useMinute();
  const hours = settings.officeHours ?? loaded;
  // A browser may know fewer zones than the server.
  if (!hours || hours.isFallback || !isTimeZone(hours.timeZone)) return null;
  const now = minute === null ? null : new Date(minute);
  const lasting = promisedAt ? promiseWithoutScripts(promisedAt, hours) : ruleOf(hours);
  const due = promisedAt ?? (now && dueAt(now, hours));
  const visitor = now ? zoneOfVisitor() : hours.timeZone;
  const elsewhere = now && due && visitorTime(due, now, hours.timeZone, visitor);
  // Both lie in one place, as high as the longer one, so that nothing moves when one takes the place of the other.
  return (
    <p className={`grid min-h-[3lh] content-start text-sm sm:min-h-[2lh] ${className}`}>
      <span className={`col-start-1 row-start-1 text-ink-muted ${now ? 'invisible' : ''}`}>
        {lasting}
      </span>
      {now && (
        <span className="col-start-1 row-start-1">
          <span className="font-medium">
            {promisedAt
              ? promiseOf(promisedAt, now, hours, visitor)
              : promiseNow(now, hours, visitor)}
          </span>
          {elsewhere && <span className="text-ink-muted">{` (${elsewhere})`}</span>}
        </span>
      )}
    </p>
  );
}
