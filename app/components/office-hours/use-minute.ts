import { useSyncExternalStore } from 'react';

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
export function useMinute(): number | null {
  return useSyncExternalStore(subscribe, currentMinute, () => null);
}
