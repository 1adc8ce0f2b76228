import type { Acceptance, InvitationOffer } from '#shared/admin-users/schema.ts';
import type { AdminIdentity } from '#shared/admin-sessions/values.ts';
import { LOGIN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { readError } from '#app/admin/data/api.ts';
import { askForPasskey } from '#app/admin/data/passkeys.ts';
import {
  clearSession,
  getSession,
  getSettledSession,
  rereadSession,
  storeSession,
  whileExchanging,
} from '#app/admin/data/session.ts';

type AuthResponse = {
  success?: boolean;
  sessionToken?: string;
  adminUser?: AdminIdentity;
  mfaRequired?: boolean;
  challenge?: string;
  options?: string;
  invitation?: InvitationOffer;
  valid?: boolean;
};

async function askAuth(body: object): Promise<AuthResponse> {
  const response = await fetch('/api/admin-auth', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  if (!response.ok) throw await readError(response, LOGIN_MESSAGES.error);
  return (await response.json()) as AuthResponse;
}

function finish(result: AuthResponse): boolean {
  if (result.success !== true || !result.sessionToken || !result.adminUser) return false;
  storeSession({ token: result.sessionToken, admin: result.adminUser });
  return true;
}

/** Returns the challenge of the second factor, or false without success. */
export async function signIn(
  username: string,
  password: string,
): Promise<{ challenge: string } | boolean> {
  const result = await askAuth({ action: 'login', username, password });
  if (result.mfaRequired && result.challenge) return { challenge: result.challenge };
  return finish(result);
}

export async function verifyCode(challenge: string, code: string): Promise<boolean> {
  return finish(await askAuth({ action: 'mfa-verify', challenge, code }));
}

export async function signInWithPasskey(): Promise<boolean> {
  const { options = '' } = await askAuth({ action: 'passkey-options' });
  const assertion = await askForPasskey(options);
  return finish(await askAuth({ action: 'passkey-verify', assertion }));
}

/** Rejects with 401 if the link is not valid. */
export async function readInvitation(token: string): Promise<InvitationOffer> {
  const { invitation } = await askAuth({ action: 'invitation', token });
  if (!invitation) throw new Error('The server said nothing of the invitation.');
  return invitation;
}

export async function acceptInvitation(token: string, acceptance: Acceptance): Promise<void> {
  const result = await askAuth({ action: 'invitation-accept', token, ...acceptance });
  if (rereadSession()) await signOut();
  finish(result);
}

export async function signOut(): Promise<void> {
  await whileExchanging(async () => {
    const session = rereadSession();
    try {
      if (session) await askAuth({ action: 'logout', sessionToken: session.token });
    } catch {
      // If the server was not reached, the session expires after 30 minutes.
    } finally {
      clearSession();
    }
  });
}

// Requests aborted by leaving the page say nothing about the session.
let isLeaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => (isLeaving = true));
  window.addEventListener('pageshow', () => (isLeaving = false));
}

/** Removes the stored session unless the server confirms it. */
export async function verifyStoredSession(): Promise<boolean> {
  const session = getSession();
  if (!session) {
    // Only one half may be stored.
    clearSession();
    return false;
  }
  try {
    const { valid, adminUser } = await askAuth({ action: 'verify', sessionToken: session.token });
    if (valid === true && adminUser) {
      // Another tab may have replaced it meanwhile.
      if (rereadSession()?.token === session.token) {
        storeSession({ token: session.token, admin: adminUser });
      }
      return getSession() !== null;
    }
  } catch {
    // Errors count as an invalid session.
  }
  const settled = await getSettledSession(session.token);
  if (settled && settled.token !== session.token) return verifyStoredSession();
  if (!isLeaving) clearSession();
  return false;
}
