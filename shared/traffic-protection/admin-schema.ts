import * as z from 'zod';
import { choiceOf } from '#shared/common/choice.ts';
import { PROTECTION_MODES } from './values.ts';
import { PROTECTION_MESSAGES } from './messages.ts';

/** What the configuration and the requests so far say of the protection. */
export type ProtectionSituation = Pick<Protection, 'configuredMode' | 'hasUnconfiguredProxy'>;

const mode = choiceOf(PROTECTION_MODES, PROTECTION_MESSAGES.mode);

export const protectionInputSchema = z.object({ mode });

export const protectionSchema = z.object({
  mode,
  /** The mode that the configuration fixes; null: administrators choose. */
  configuredMode: mode.nullable(),
  /** A proxy on this machine passes requests on, and the configuration does not name it. */
  hasUnconfiguredProxy: z.boolean(),
  changedAt: z.iso.datetime(),
  changedByUsername: z.string().nullable(),
});

export type Protection = z.infer<typeof protectionSchema>;
