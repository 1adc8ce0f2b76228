export const PROTECTION_MODES = [
  { value: 'on', label: 'On' },
  { value: 'simulate', label: 'Simulate' },
  { value: 'off', label: 'Off' },
] as const;

export type ProtectionMode = (typeof PROTECTION_MODES)[number]['value'];
