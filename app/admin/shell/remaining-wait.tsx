import { useEffect, useState } from 'react';
import { canUsePasskeys } from '#app/admin/data/passkeys.ts';
import { WAIT_MESSAGES as messages } from './messages.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Minutes between announcements; towards the end each minute is announced. */
const SPOKEN_MINUTES = 5;

function spokenOf(leftMs: number): string {
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  if (leftMs <= 0) return messages.over;
  if (minutes <= SPOKEN_MINUTES) return messages.spoken(minutes);
  return messages.spoken(Math.ceil(minutes / SPOKEN_MINUTES) * SPOKEN_MINUTES);
}

function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function RemainingWait({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) window.clearInterval(timer);
    }, SECOND_MS);
    return () => window.clearInterval(timer);
  }, [until]);
  const leftMs = Math.max(0, until - now);
  return (
    <div className="card grid gap-1 border-s-4 border-s-warn p-4">
      <p role="status" className="sr-only">
        {spokenOf(leftMs)}
      </p>
      <p aria-hidden className="font-semibold">
        {leftMs > 0 ? messages.left : messages.over}
        {leftMs > 0 && <span className="tabular-nums">{clockOf(leftMs)}</span>}
      </p>
      {leftMs > 0 && canUsePasskeys() && <p className="text-ink-muted">{messages.passkey}</p>}
    </div>
  );
}
