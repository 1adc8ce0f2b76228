/** Fields of the settings, by policy. */
export const POLICIES = {
  terms: { text: 'termsOfService', version: 'termsVersion', isReviewed: 'termsReviewed' },
  privacy: { text: 'privacyPolicy', version: 'privacyVersion', isReviewed: 'privacyReviewed' },
} as const;

export type PolicyKind = keyof typeof POLICIES;

export const POLICY_KINDS = Object.keys(POLICIES) as PolicyKind[];

/** 'November 28, 2026' for '2026-11-28' or '2026-11-28-2'; 'January 2025' for a version without a day. */
export function formatVersion(version: string): string {
  const [year = 0, month = 1, day] = version.split('-').map(Number);
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    ...(day && { day: 'numeric' }),
  }).format(Date.UTC(year, month - 1, day ?? 1));
}
