import * as z from 'zod';

export const PROTECTION_MODES = [
  { value: 'on', label: 'On' },
  { value: 'simulate', label: 'Simulate' },
  { value: 'off', label: 'Off' },
] as const;

export type ProtectionMode = (typeof PROTECTION_MODES)[number]['value'];

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

/** 'Protection mode changed to simulate' */
export function modeChangedMessage(mode: ProtectionMode): string {
  return `Protection mode changed to ${mode}`;
}

/** 'Changed from on to simulate by selin' */
export function modeChangeReason(from: string, to: ProtectionMode, username: string | null) {
  return `Changed from ${from} to ${to} ${username === null ? 'on the command line' : `by ${username}`}`;
}

const mode = z.enum(
  PROTECTION_MODES.map(({ value }) => value),
  { error: PROTECTION_MESSAGES.mode },
);

export const protectionInputSchema = z.object({ mode });

export const protectionSchema = z.object({
  /** The mode in force. */
  mode,
  /** The mode that the configuration fixes; null: administrators choose. */
  configuredMode: mode.nullable(),
  /** A proxy on this machine passes requests on, and the configuration does not name it. */
  hasUnconfiguredProxy: z.boolean(),
  /** When an administrator last chose, and who. */
  changedAt: z.iso.datetime(),
  changedByUsername: z.string().nullable(),
});

export type Protection = z.infer<typeof protectionSchema>;

/** What the configuration and the requests so far say of the protection. */
export type ProtectionSituation = Pick<Protection, 'configuredMode' | 'hasUnconfiguredProxy'>;
