import { useEffect, useState } from 'react';
import { formatAdminDate, formatAdminTime, formatMoment, formatRelative } from './dates.ts';

/** 'Nov 03, 2026' */
export function DateText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      {formatAdminDate(iso)}
    </time>
  );
}

/** '14:05' */
export function TimeText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      {formatAdminTime(iso)}
    </time>
  );
}

/** 'Nov 03, 2026 14:05' */
export function Moment({ iso }: { iso: string }) {
  return (
    <>
      <DateText iso={iso} /> <TimeText iso={iso} />
    </>
  );
}

const MINUTE_MS = 60_000;

/** The time, said again each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** '5 minutes ago', with the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useMinute();
  return (
    <time dateTime={iso} title={formatMoment(iso)} className="whitespace-nowrap">
      {formatRelative(iso, now)}
    </time>
  );
}
