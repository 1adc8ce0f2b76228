import type { ClaimState } from '#shared/claims/claim-state.ts';
import type { ClaimMode } from '#shared/claims/values.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';

export const CLAIMS_MESSAGES = {
  title: 'Public numbers',
  intro:
    'What the site says of itself in figures. Each is either measured from what this system knows, or attested: somebody says what it is based on, and when to look at it again.',
  loading: 'Loading public numbers...',
  loaded: 'Public numbers loaded',
  loadFailed: 'Failed to load public numbers',
  measure: 'Measure now',
  measuring: 'Measuring...',
  measured: 'Public numbers measured',
  measureFailed: 'Failed to measure the public numbers',
  says: 'The site says',
  stands: 'Where it stands',
  counted: 'How it is measured',
  attested: 'What it is based on',
  query: 'Query',
  measuredAt: 'Measured',
  from: (count: string, of: string) => `, from ${count} ${of}`,
  tooLittle: (enough: string, of: string, count: string) =>
    `It takes ${enough} ${of} to say anything; there are ${count}.`,
  notMeasured: 'Not measured yet. This happens once a day.',
  noEvidence: 'Nobody has said yet what this number is based on.',
  attestedOn: 'Attested on',
  attestedBy: (name: string) => ` by ${name}`,
  reviewBy: 'Review by',
  mode: 'On the page',
  modes: [
    { value: 'warn', label: 'Keep the text, and warn here' },
    { value: 'computed', label: 'Show the measured value' },
  ] satisfies { value: ClaimMode; label: string }[],
  shows: (text: string) => `The page shows ${text}.`,
  showsText: 'The page shows its text until enough is measured.',
  modeSaved: 'Public number updated',
  saveFailed: 'Failed to update the public number',
  attest: 'Attest',
  edit: 'Edit',
  editFor: (name: string) => `: ${name}`,
  attestTitle: (name: string) => `What is “${name}” based on?`,
  save: 'Save',
  attestedToast: 'Attestation saved',
} as const;

export const ATTESTATION_MESSAGES = {
  evidence: 'Evidence',
  evidenceHint:
    'Where the number comes from and how it was counted. Empty, with no link, it counts as not attested.',
  evidenceUrl: 'Link (optional)',
  reviewBy: 'Review by (optional)',
  reviewHint: 'From this day on the number is marked here and in the weekly digest.',
} as const;

export const STATE_MESSAGES: Record<ClaimState, { label: string; tone: BadgeTone }> = {
  drifts: { label: 'Not true now', tone: 'red' },
  holds: { label: 'True', tone: 'green' },
  'too-little': { label: 'Too little data', tone: 'neutral' },
  unmeasured: { label: 'Not measured yet', tone: 'neutral' },
  unattested: { label: 'Not attested', tone: 'yellow' },
  'review-due': { label: 'Review is due', tone: 'yellow' },
  attested: { label: 'Attested', tone: 'green' },
};
