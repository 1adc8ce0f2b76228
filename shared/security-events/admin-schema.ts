import * as z from 'zod';
import { SECURITY_EVENTS_LOADED } from './values.ts';

export const loginAttemptSchema = z.object({
  id: z.int(),
  username: z.string(),
  ipAddress: z.string(),
  success: z.boolean(),
  createdAt: z.iso.datetime(),
});

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
  reasons: z.array(z.string()),
  /** Its newest requests at that moment, the newest first. */
  samples: z.array(sampleRequestSchema),
  createdAt: z.iso.datetime(),
  /** When an administrator acknowledged what needed attention, and who; without a name one who is no more. */
  acknowledgedAt: z.iso.datetime().nullable(),
  acknowledgedByUsername: z.string().nullable(),
});

export const acknowledgeSchema = z.object({
  ids: z.array(z.int().positive()).min(1).max(SECURITY_EVENTS_LOADED),
});

/** The day's highest score of an address, or of a /64 range. */
const topThreatSchema = z.object({
  ipAddress: z.string(),
  threatScore: z.int().min(0).max(100),
  eventCount: z.int(),
  lastEventAt: z.iso.datetime(),
  isBlocked: z.boolean(),
});

const trafficHourSchema = z.object({
  startedAt: z.iso.datetime(),
  requests: z.int(),
  blocked: z.int(),
  /** The highest score of an event; null: there was none. */
  highestScore: z.int().min(0).max(100).nullable(),
});

/** The statistics of a day up to now; requests are sums of weights. */
export const trafficSummarySchema = z.object({
  startedAt: z.iso.datetime(),
  countedAt: z.iso.datetime(),
  requestsToday: z.int(),
  blockedToday: z.int(),
  uniqueIps: z.int(),
  averageThreatScore: z.int(),
  topThreats: z.array(topThreatSchema),
  hourly: z.array(trafficHourSchema),
});

export type LoginAttempt = z.infer<typeof loginAttemptSchema>;

export type SampleRequest = z.infer<typeof sampleRequestSchema>;

export type SecurityEvent = z.infer<typeof securityEventSchema>;

export type TopThreat = z.infer<typeof topThreatSchema>;

export type TrafficHour = z.infer<typeof trafficHourSchema>;

export type TrafficSummary = z.infer<typeof trafficSummarySchema>;
