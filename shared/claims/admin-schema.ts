import * as z from 'zod';
import { rawText } from '#shared/common/text.ts';
import { CLAIM_MESSAGES as messages } from './messages.ts';
import { CLAIM_MODES, MEASURES } from './values.ts';

export const CLAIM_PLACES = ['home', 'order', 'contact', 'about', 'case-studies'] as const;

export const claimSchema = z.object({
  key: z.string(),
  label: z.string(),
  /** As the site states it. */
  text: z.string(),
  places: z.array(z.enum(CLAIM_PLACES)),
  /** Without evidence, measurement and project, visitors do not see it. */
  isShown: z.boolean(),
  measure: z.enum(MEASURES).nullable(),
  /** Null: a sentence. */
  value: z.number().nullable(),
  suffix: z.string(),
  mode: z.enum(CLAIM_MODES),
  evidence: z.string(),
  evidenceUrl: z.string(),
  /** Null for evidence that came with the sample. */
  attestedOn: z.string().nullable(),
  attestedBy: z.string().nullable(),
  reviewBy: z.string().nullable(),
  /** Minutes of open time, percent or a count; null while there is nothing to count. */
  measuredValue: z.number().nullable(),
  /** Of how many records; null while nothing was measured. */
  measuredCount: z.int().nullable(),
  measuredAt: z.iso.datetime().nullable(),
  /** What pages show in place of what the site says; null while they show that. */
  shown: z.object({ value: z.number(), suffix: z.string().optional() }).nullable(),
  /** What is measured, as SQL; null where there is nothing to measure it by. */
  query: z.string().nullable(),
});

export const claimModeSchema = z.object({
  key: rawText(messages.unknown).max(200, messages.unknown),
  mode: z.enum(CLAIM_MODES, { error: messages.mode }),
});

export type Claim = z.infer<typeof claimSchema>;
export type ClaimPlace = Claim['places'][number];
export type ClaimModeChange = z.infer<typeof claimModeSchema>;
