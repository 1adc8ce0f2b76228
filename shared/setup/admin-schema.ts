import * as z from 'zod';

export const SETUP_CARDS = ['company', 'brand', 'offer', 'prices', 'proof', 'live'] as const;

export const GO_LIVE_CHECKS = [
  'company',
  'sample',
  'headline',
  'copyright',
  'address',
  'certificate',
  'sending',
  'spf',
  'dkim',
  'receiving',
  'backup',
  'clock',
  'legal',
  'privacy',
  'review',
] as const;

export const setupSchema = z.object({
  cards: z.array(z.object({ name: z.enum(SETUP_CARDS), isDone: z.boolean() })),
  /** `npm run doctor` reports these checks too. */
  checks: z.array(
    z.object({
      name: z.enum(GO_LIVE_CHECKS),
      isDone: z.boolean(),
      detail: z.string(),
      /** Last success, where there is one to name. */
      lastAt: z.iso.datetime().nullable(),
    }),
  ),
  hasSample: z.boolean(),
  isDismissed: z.boolean(),
});

export const setupChangeSchema = z.object({
  isDismissed: z.boolean({ error: 'Choose whether the set-up is shown' }),
});

export type Setup = z.infer<typeof setupSchema>;
export type SetupCard = (typeof SETUP_CARDS)[number];
export type GoLiveCheck = (typeof GO_LIVE_CHECKS)[number];
