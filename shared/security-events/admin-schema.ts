import * as z from 'zod';

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
export const trafficStatisticsSchema = z.object({
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

export type TrafficStatistics = z.infer<typeof trafficStatisticsSchema>;

export type TrafficHour = z.infer<typeof trafficHourSchema>;

export type TrafficSummary = TrafficStatistics & { topThreats: TopThreat[]; hourly: TrafficHour[] };
