import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { ApiError } from './api-error.ts';

/** Browsers offer passkeys in secure contexts only. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window;
}

// Browser messages name neither the cause nor a remedy.
function toApiError(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new ApiError(0, 'PASSKEY', PASSKEY_MESSAGES.known);
  const isUnsupported = name === 'SecurityError' || name === 'NotSupportedError';
  return new ApiError(
    0,
    'PASSKEY',
    isUnsupported ? PASSKEY_MESSAGES.unsupported : PASSKEY_MESSAGES.cancelled,
  );
}

async function askBrowser(call: 'startRegistration' | 'startAuthentication', options: string) {
  const browser = await import('@simplewebauthn/browser');
  try {
    return await browser[call]({ optionsJSON: JSON.parse(options) });
  } catch (error) {
    throw toApiError(error);
  }
}

export function makePasskey(options: string): Promise<object> {
  return askBrowser('startRegistration', options);
}

export function askForPasskey(options: string): Promise<object> {
  return askBrowser('startAuthentication', options);
}
