import { useEffect, useState } from 'react';
import { useOfficeClock } from '#app/admin/data/response-time.ts';
import {
  formatAdminDate,
  formatAdminTime,
  formatMoment,
  formatOfficeMoment,
  formatRelative,
} from './dates.ts';

export function DateText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      {formatAdminDate(iso)}
    </time>
  );
}

export function TimeText({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      {formatAdminTime(iso)}
    </time>
  );
}

export function Moment({ iso }: { iso: string }) {
  return (
    <>
      <DateText iso={iso} /> <TimeText iso={iso} />
    </>
  );
}

export function OfficeMoment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="tabular-nums">
      {formatOfficeMoment(iso, useOfficeClock())}
    </time>
  );
}

const MINUTE_MS = 60_000;

export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

export function RelativeTime({ iso }: { iso: string }) {
  const now = useMinute();
  return (
    <time dateTime={iso} title={formatMoment(iso)} className="whitespace-nowrap">
      {formatRelative(iso, now)}
    </time>
  );
}
