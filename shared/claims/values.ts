import type { ProofContent } from '#shared/site-content/proof.ts';

export type ProofNumber = ProofContent['numbers'][number];
export type Story = ProofContent['stories'][number];

/** A measured number as a page shows it: '3.2' and 'h'. Without a suffix, the stated one stays. */
export type ShownStatistic = { value: number; suffix?: string | undefined };

/** A promise from the office hours, not a number of the content. */
export const PROMISE_KEY = 'response-promise';

/** What the owner chooses for a number: to be warned, or to have pages show what is true now. */
export const CLAIM_MODES = ['warn', 'computed'] as const;

export type ClaimMode = (typeof CLAIM_MODES)[number];

export const MEASURED_DAYS = 90;

/** What was promised counts as true while so many percent of the answers keep it. */
export const PROMISE_HOLDS_PERCENT = 95;

export const MEASURES = ['response-time', PROMISE_KEY, 'projects-delivered'] as const;

export type Measure = (typeof MEASURES)[number];

/** From how many records on a measurement says something. */
export const ENOUGH: Record<Measure, number> = {
  'response-time': 20,
  'response-promise': 20,
  'projects-delivered': 3,
};

export function findMeasure({ measure }: Pick<ProofNumber, 'measure'>): Measure | null {
  return MEASURES.find((known) => known === measure) ?? null;
}

export function hasEvidence({ evidence, evidenceUrl }: Pick<Story, 'evidence' | 'evidenceUrl'>) {
  return evidence !== '' || evidenceUrl !== '';
}

/** The numbers with evidence or a measurement, and the stories with evidence or a published project. */
export function selectShownProof(
  { numbers, stories }: ProofContent,
  categories: readonly string[],
): ProofContent {
  return {
    numbers: numbers.filter(
      (number) => number.value !== null && (hasEvidence(number) || findMeasure(number) !== null),
    ),
    stories: stories.filter((story) => hasEvidence(story) || categories.includes(story.category)),
  };
}

/** In the order of the content; About begins with the measured ones. */
export function listNumbersIn(place: 'about' | 'case-studies', { numbers }: ProofContent) {
  const shown = numbers.filter((number) => number.place === place || number.place === 'both');
  if (place !== 'about') return shown;
  const rank = (number: ProofNumber) => (findMeasure(number) === null ? 1 : 0);
  return shown.toSorted((a, b) => rank(a) - rank(b));
}
