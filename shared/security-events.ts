import * as z from 'zod';
import { ADMIN_CHANGES } from './admin-changes.ts';

export const HIGH_THREAT_SCORE = 70;
export const MEDIUM_THREAT_SCORE = 40;

export const LOGIN_ATTEMPTS_LOADED = 10;
export const LOGIN_ATTEMPTS_SHOWN = 5;
export const SECURITY_EVENTS_LOADED = 50;
export const TOP_THREATS_SHOWN = 5;
export const MONITORING_REFRESH_MS = 30_000;

export const BLOCK_EVENT_TYPE = 'ddos_block';
/** Somebody chose another mode of protection; says nothing about an address. */
export const MODE_EVENT_TYPE = 'protection_mode_changed';
/** An administrator signed in from a browser or network not seen before; says nothing against the address. */
export const NEW_SIGN_IN_EVENT_TYPE = 'new_sign_in';
/** Events that are about administrators and not about what an address has done. */
export const ADMIN_EVENT_TYPES: readonly string[] = [
  ...Object.keys(ADMIN_CHANGES),
  NEW_SIGN_IN_EVENT_TYPE,
];
/** Stands in one for the command line. */
export const COMMAND_LINE_ADDRESS = '0.0.0.0';

export const MONITORING_MESSAGES = { loadFailed: 'Failed to load security data' } as const;

export const loginAttemptSchema = z.object({
  id: z.int(),
  username: z.string(),
  ipAddress: z.string(),
  success: z.boolean(),
  createdAt: z.iso.datetime(),
});

/** A request of the address shortly before the event. */
export const sampleRequestSchema = z.object({
  at: z.iso.datetime(),
  method: z.string(),
  path: z.string(),
  status: z.int(),
});

export const securityEventSchema = z.object({
  id: z.int(),
  eventType: z.string(),
  ipAddress: z.string(),
  /** What the guard counts the address as, and what a rule has to name: itself, or the /64 range around it. */
  countedAs: z.string(),
  threatScore: z.int().min(0).max(100),
  /** Why the score is what it is, one sentence each. */
  reasons: z.array(z.string()),
  /** Its newest requests at that moment, the newest first. */
  samples: z.array(sampleRequestSchema),
  createdAt: z.iso.datetime(),
});

/** The day's highest score of an address, or of a /64 range. */
export const topThreatSchema = z.object({
  ipAddress: z.string(),
  threatScore: z.int().min(0).max(100),
  eventCount: z.int(),
  lastEventAt: z.iso.datetime(),
  isBlocked: z.boolean(),
});

/** The figures of a day up to now; requests are sums of weights. */
export const trafficFiguresSchema = z.object({
  startedAt: z.iso.datetime(),
  countedAt: z.iso.datetime(),
  requestsToday: z.int(),
  blockedToday: z.int(),
  uniqueIps: z.int(),
  averageThreatScore: z.int(),
});

export const trafficHourSchema = z.object({
  startedAt: z.iso.datetime(),
  requests: z.int(),
  blocked: z.int(),
  /** The highest score of an event; null: there was none. */
  highestScore: z.int().min(0).max(100).nullable(),
});

export type LoginAttempt = z.infer<typeof loginAttemptSchema>;
export type SampleRequest = z.infer<typeof sampleRequestSchema>;
export type SecurityEvent = z.infer<typeof securityEventSchema>;
export type TopThreat = z.infer<typeof topThreatSchema>;
export type TrafficFigures = z.infer<typeof trafficFiguresSchema>;
export type TrafficHour = z.infer<typeof trafficHourSchema>;
export type TrafficSummary = TrafficFigures & { topThreats: TopThreat[]; hourly: TrafficHour[] };

export type ThreatLevel = 'high' | 'medium' | 'low';

export function threatLevelOf(score: number): ThreatLevel {
  if (score >= HIGH_THREAT_SCORE) return 'high';
  return score >= MEDIUM_THREAT_SCORE ? 'medium' : 'low';
}
