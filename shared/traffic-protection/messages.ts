import type { ProtectionMode } from './values.ts';

export const PROTECTION_MESSAGES = {
  mode: 'Choose on, simulate or off',
  configured:
    'The configuration of this server fixes the mode (PROTECTION). Change it there and start the server again.',
  unconfiguredProxy:
    'A proxy on this machine passes requests on, and TRUSTED_PROXIES does not name it: who a visitor is cannot be known for sure. Nobody is blocked automatically, and all visitors share some limits. Set TRUSTED_PROXIES (127.0.0.1,::1 for a proxy on this machine) and start the server again.',
  proxyExpected:
    'PUBLIC_URL begins with https, so a proxy stands in front of this server, and TRUSTED_PROXIES names none: set it to the address of that proxy (127.0.0.1,::1 for one on this machine).',
  changeFailed: 'Failed to change the protection mode',
} as const;

export function modeChangedMessage(mode: ProtectionMode): string {
  return `Protection mode changed to ${mode}`;
}

export function modeChangeReason(from: string, to: ProtectionMode, username: string | null) {
  return `Changed from ${from} to ${to} ${username === null ? 'on the command line' : `by ${username}`}`;
}
