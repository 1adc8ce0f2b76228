import type { ClaimState } from '#shared/claims/claim-state.ts';
import type { ClaimPlace } from '#shared/claims/admin-schema.ts';
import type { ClaimMode } from '#shared/claims/values.ts';
import type { BadgeTone } from '#app/admin/ui/badge.tsx';

export const CLAIMS_MESSAGES = {
  title: 'Public numbers',
  intro:
    'What the site says of itself in figures. Each is either measured from what this system knows, or has evidence. You enter numbers and evidence under Offer, Proof.',
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
  evidence: 'What it is based on',
  notShown:
    'Visitors do not see it. It needs evidence or a measurement; a story needs evidence or a project.',
  query: 'Query',
  measuredAt: 'Measured',
  from: (count: string, of: string) => `, from ${count} ${of}`,
  tooLittle: (enough: string, of: string, count: string) =>
    `It takes ${enough} ${of} to say anything; there are ${count}.`,
  notMeasured: 'Not measured yet. This happens once a day.',
  noEvidence: 'No evidence yet.',
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
  edit: 'Edit under Offer, Proof',
  editFor: (name: string) => `: ${name}`,
} as const;

export const PLACES: Record<ClaimPlace, { name: string; path: string }> = {
  home: { name: 'Home, first and last section', path: '/' },
  order: { name: 'Order form, its description and its thank-you page', path: '/order' },
  contact: { name: 'Contact page, its description and its thank-you panel', path: '/contact' },
  about: { name: 'Home, about', path: '/#about' },
  'case-studies': { name: 'Home, case studies', path: '/#case-studies' },
};

export const STATE_MESSAGES: Record<ClaimState, { label: string; tone: BadgeTone }> = {
  drifts: { label: 'Not true now', tone: 'red' },
  holds: { label: 'True', tone: 'green' },
  'too-little': { label: 'Too little data', tone: 'neutral' },
  unmeasured: { label: 'Not measured yet', tone: 'neutral' },
  unattested: { label: 'No evidence', tone: 'yellow' },
  project: { label: 'Has a project', tone: 'green' },
  'review-due': { label: 'Review is due', tone: 'yellow' },
  attested: { label: 'Has evidence', tone: 'green' },
};
