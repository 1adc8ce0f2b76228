import { useSyncExternalStore } from 'react';
import type { AdminIdentity } from '#shared/admin-sessions/values.ts';

// The only module that touches the stored session.
const TOKEN_KEY = 'adminSessionToken';
const ADMIN_KEY = 'adminUser';
const LOCK = 'adminSession';
const LOCK_MS = 30_000;
/** Maximum delay of storage events from other tabs. */
const NEWS_MS = 250;

export type StoredSession = { token: string; admin: AdminIdentity };

const listeners = new Set<() => void>();
let current: StoredSession | null | undefined;

function read(): StoredSession | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const admin = JSON.parse(localStorage.getItem(ADMIN_KEY) ?? 'null') as AdminIdentity | null;
    return token && admin?.id && admin.username ? { token, admin } : null;
  } catch {
    return null;
  }
}

export function getSession(): StoredSession | null {
  if (current === undefined) current = read();
  return current;
}

function announce(session: StoredSession | null): void {
  current = session;
  for (const listener of listeners) listener();
}

export function storeSession(session: StoredSession): void {
  localStorage.setItem(TOKEN_KEY, session.token);
  localStorage.setItem(ADMIN_KEY, JSON.stringify(session.admin));
  announce(session);
}

/** Does nothing after a sign-out in another tab. */
export function replaceToken(token: string): void {
  const session = rereadSession();
  if (session) storeSession({ ...session, token });
}

export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(ADMIN_KEY);
  announce(null);
}

export function rereadSession(): StoredSession | null {
  const stored = read();
  if (stored?.token !== getSession()?.token) announce(stored);
  return getSession();
}

function handleStorage({ key }: StorageEvent): void {
  if (key === null || key === TOKEN_KEY || key === ADMIN_KEY) announce(read());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', handleStorage);
  };
}

export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, getSession, () => null);
}

/** Locks across tabs: a request that finds the old session ended waits for the exchange. */
export async function whileExchanging<T>(work: () => Promise<T>): Promise<T> {
  // Web Locks need a secure context.
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
}

/** Waits for another tab that may be exchanging the session. */
export async function getSettledSession(endedToken: string): Promise<StoredSession | null> {
  if (getSession()?.token !== endedToken) return getSession();
  if ('locks' in navigator) {
    const signal = AbortSignal.timeout(LOCK_MS);
    await navigator.locks.request(LOCK, { signal }, () => undefined).catch(() => undefined);
  }
  if (rereadSession()?.token !== endedToken) return getSession();
  await new Promise<void>((resolve) => {
    const timer = window.setTimeout(settle, NEWS_MS);
    const stop = subscribe(settle);
    function settle() {
      window.clearTimeout(timer);
      stop();
      resolve();
    }
  });
  return getSession();
}
