import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SESSION_IDLE_MS } from '#shared/admin-sessions/values.ts';
import { getJson } from '#app/admin/data/api.ts';

const INPUTS = ['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart'] as const;
const WARN_BEFORE_MS = 2 * 60 * 1_000;
const ACTIVITY_KEY = 'adminLastActivity';
/** Minimum interval between messages to other tabs. */
const SHARE_MS = 1_000;
/** Activity is reported at this interval, as the server sees only requests. */
const KEEP_ALIVE_MS = 5 * 60 * 1_000;

function readShared(): number {
  return Number(localStorage.getItem(ACTIVITY_KEY)) || 0;
}

/**
 * Ends the session after 30 minutes without input in any tab.
 * Returns the remaining milliseconds during the last two minutes, null before.
 */
export function useInactivity(isSignedIn: boolean, onEnd: () => void) {
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const last = useRef({ activity: 0, shared: 0, keepAlive: 0 });
  const end = useEffectEvent(onEnd);

  const recordActivity = useCallback(() => {
    const now = Date.now();
    last.current.activity = now;
    setLeftMs(null);
    if (now - last.current.shared > SHARE_MS) {
      last.current.shared = now;
      localStorage.setItem(ACTIVITY_KEY, String(now));
    }
    if (now - last.current.keepAlive > KEEP_ALIVE_MS) {
      last.current.keepAlive = now;
      // A failure appears with the next request.
      getJson('session-check').catch(() => undefined);
    }
  }, []);

  useEffect(() => {
    if (!isSignedIn) return undefined;
    const now = Date.now();
    last.current = { activity: now, shared: now, keepAlive: now };
    localStorage.setItem(ACTIVITY_KEY, String(now));
    let restsAt = '';
    // Browsers fire `mousemove` without a move when the element below the pointer changes.
    const isMoveOfNoLength = (event: Event) => {
      if (!event.isTrusted || !(event instanceof MouseEvent)) return false;
      const before = restsAt;
      restsAt = `${event.screenX} ${event.screenY}`;
      return event.type === 'mousemove' && before === restsAt;
    };
    const listen = (event: Event) => {
      if (!isMoveOfNoLength(event)) recordActivity();
    };
    const listening = new AbortController();
    const options = { passive: true, capture: true, signal: listening.signal };
    for (const input of INPUTS) window.addEventListener(input, listen, options);
    const timer = window.setInterval(() => {
      const left = SESSION_IDLE_MS - (Date.now() - Math.max(last.current.activity, readShared()));
      setLeftMs(left <= WARN_BEFORE_MS ? Math.max(left, 0) : null);
      if (left > 0) return;
      window.clearInterval(timer);
      end();
    }, 1_000);
    return () => {
      window.clearInterval(timer);
      setLeftMs(null);
      listening.abort();
    };
  }, [isSignedIn, recordActivity]);

  function stay() {
    last.current.keepAlive = 0;
    recordActivity();
  }
  return { leftMs, stay };
}
