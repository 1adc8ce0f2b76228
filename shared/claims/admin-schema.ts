import * as z from 'zod';
import { limitedText } from '#shared/common/text.ts';
import { optionalUrl, withLowerCaseScheme } from '#shared/common/web-url.ts';
import { CLAIM_MESSAGES as messages } from './messages.ts';
import { CLAIM_KEYS, CLAIM_LIMITS, CLAIM_MODES } from './values.ts';

const key = z.enum(CLAIM_KEYS, { error: messages.unknown });

export const claimSchema = z.object({
  key,
  mode: z.enum(CLAIM_MODES),
  evidence: z.string(),
  evidenceUrl: z.string(),
  attestedOn: z.iso.date().nullable(),
  /** The username of the administrator; null when they are gone. */
  attestedBy: z.string().nullable(),
  reviewBy: z.iso.date().nullable(),
  /** Minutes of open time, percent or a count; null while there is nothing to count. */
  measuredValue: z.number().nullable(),
  /** Of how many records; null while nothing was measured. */
  measuredCount: z.int().nullable(),
  measuredAt: z.iso.datetime().nullable(),
  /** What pages show in place of what the site says; null while they show that. */
  shown: z.object({ value: z.number(), suffix: z.string() }).nullable(),
  /** What is measured, as SQL; null where there is nothing to measure it by. */
  query: z.string().nullable(),
});

export const claimModeSchema = z.object({
  key,
  mode: z.enum(CLAIM_MODES, { error: messages.mode }),
});

/** The evidence of a number; none takes the attestation back. */
export const attestationSchema = z
  .object({
    key,
    evidence: limitedText({
      max: CLAIM_LIMITS.evidence,
      message: messages.evidence,
      tooLong: messages.evidenceTooLong,
    }),
    evidenceUrl: optionalUrl({
      message: messages.evidenceUrl,
      tooLong: messages.evidenceUrlTooLong,
    }).transform(withLowerCaseScheme),
    reviewBy: z.union([z.literal('').transform(() => null), z.iso.date(messages.reviewBy)], {
      error: messages.reviewBy,
    }),
  })
  .refine(({ evidence, evidenceUrl, reviewBy }) => evidence || evidenceUrl || !reviewBy, {
    message: messages.evidence,
    path: ['evidence'],
  });

export type Claim = z.infer<typeof claimSchema>;
export type ClaimModeChange = z.infer<typeof claimModeSchema>;
export type Attestation = z.infer<typeof attestationSchema>;
