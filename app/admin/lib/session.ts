import { useSyncExternalStore } from 'react';
import type { AdminIdentity } from '#shared/admin.ts';

// The only module that touches the stored session.
const TOKEN_KEY = 'adminSessionToken';
const ADMIN_KEY = 'adminUser';

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

/** The session of this browser, shared by all its tabs. */
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

export function clearSession(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(ADMIN_KEY);
  announce(null);
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

/** The session, null without one; changes when another tab signs in or out. */
export function useSession(): StoredSession | null {
  return useSyncExternalStore(subscribe, getSession, () => null);
}
