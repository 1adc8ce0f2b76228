const MINUTE_MS = 60_000;

/**
 * What the traffic guard counts for each address. A level rises by one with each occurrence (for `rate` with each page or call, a
 * file counts a tenth) and halves in `halfLifeMs`. What is above `allowance` brings `pointsPerUnit` each, `most` at the most; the sum
 * over all signals, cut at 100, is the threat score.
 */
export const TRAFFIC_SIGNALS = [
  {
    name: 'rate',
    label: 'Many requests',
    counts: 'each page or call; a file counts a tenth',
    halfLifeMs: MINUTE_MS,
    allowance: 600,
    pointsPerUnit: 0.06,
    max: 60,
  },
  {
    name: 'refused',
    label: 'Goes on although refused',
    counts: 'each request that was answered 429; a file counts a tenth',
    halfLifeMs: 2 * MINUTE_MS,
    allowance: 10,
    pointsPerUnit: 1,
    max: 40,
  },
  {
    name: 'not_found',
    label: 'Addresses that do not exist',
    counts: 'each different path that was answered 404, apart from built files',
    halfLifeMs: 10 * MINUTE_MS,
    allowance: 10,
    pointsPerUnit: 3,
    max: 50,
  },
  {
    name: 'probe',
    label: 'Looks for weak spots of other software',
    counts: 'each request for a path on the list of known probes',
    halfLifeMs: 30 * MINUTE_MS,
    allowance: 0,
    pointsPerUnit: 10,
    max: 60,
  },
  {
    name: 'malformed',
    label: 'Malformed requests',
    counts: 'each request that was answered 400 because HTTP or the address was broken',
    halfLifeMs: 10 * MINUTE_MS,
    allowance: 3,
    pointsPerUnit: 5,
    max: 50,
  },
  {
    name: 'login',
    label: 'Failed sign-ins',
    counts: 'each failed sign-in and each one refused by the login limit',
    halfLifeMs: 30 * MINUTE_MS,
    allowance: 3,
    pointsPerUnit: 8,
    max: 50,
  },
  {
    name: 'form_spam',
    label: 'Suspect forms',
    counts: 'each order or message marked as suspect',
    halfLifeMs: 30 * MINUTE_MS,
    allowance: 0,
    pointsPerUnit: 15,
    max: 60,
  },
  {
    name: 'body',
    label: 'Oversized or stalled bodies',
    counts: 'each body that was too large or stopped arriving',
    halfLifeMs: 10 * MINUTE_MS,
    allowance: 2,
    pointsPerUnit: 10,
    max: 60,
  },
] as const;

export type TrafficSignalName = (typeof TRAFFIC_SIGNALS)[number]['name'];

/** Requests of an address, ordinary and once it is suspicious or its score is 40 or more. */
export const ORDINARY_LIMITS = { perSecond: 50, burst: 300, forms: 30 } as const;
export const TIGHT_LIMITS = { perSecond: 2, burst: 20, forms: 5 } as const;

/** Of an IPv6 /48, and of all whom an unconfigured proxy on this machine speaks for, together. */
export const WIDE_LIMITS = { perSecond: 500, burst: 3_000, forms: 300 } as const;

/** Attempts to sign in, right or wrong, of sources from which nobody signed in within a day. */
export const ATTEMPT_LIMITS = { perSecond: 1 / 20, burst: 30 } as const;
export const WIDE_ATTEMPT_LIMITS = { perSecond: 1 / 2, burst: 300 } as const;

/** Files and images, which count as this part of a request; for JavaScript and for the database. */
export const FILE_PATHS = '^/(?:assets|media)/|\\.(?:ico|svg|png|txt)$';
export const FILE_COST = 0.1;

/** A block needs evidence of at least this many kinds, each worth this many points. */
export const KINDS_FOR_BLOCK = 2;
export const POINTS_OF_A_KIND = 10;
/** And a score of 70 or more for this long. */
export const SUSTAINED_MS = 5_000;

export const FIRST_BLOCK_MS = 10 * MINUTE_MS;
export const MAX_BLOCK_MS = 24 * 60 * MINUTE_MS;
