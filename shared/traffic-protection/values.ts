import type { Protection } from './admin-schema.ts';

export const PROTECTION_MODES = [
  { value: 'on', label: 'On' },
  { value: 'simulate', label: 'Simulate' },
  { value: 'off', label: 'Off' },
] as const;

export type ProtectionMode = (typeof PROTECTION_MODES)[number]['value'];

/** What the configuration and the requests so far say of the protection. */
export type ProtectionSituation = Pick<Protection, 'configuredMode' | 'hasUnconfiguredProxy'>;
