import * as z from 'zod';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { requestLogFilterSchema, requestLogSchema } from '#shared/request-logs/admin-schema.ts';
import {
  acknowledgeSchema,
  loginAttemptSchema,
  securityEventSchema,
  trafficSummarySchema,
} from '#shared/security-events/admin-schema.ts';
import {
  protectionInputSchema,
  protectionSchema,
  type ProtectionSituation,
} from '#shared/traffic-protection/admin-schema.ts';
import { logPageQuery } from '#server/api/base/queries.ts';
import { listRequestLogs } from '#server/services/request-logs/index.ts';
import {
  acknowledgeSecurityEvents,
  getTrafficSummary,
  listLoginAttempts,
  listSecurityEvents,
} from '#server/services/security-events/index.ts';
import { getProtection, setProtectionMode } from '#server/services/traffic-protection/index.ts';
import { endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';

export function trafficAdminApi(situation: () => ProtectionSituation) {
  return routerOf('traffic', {
    'GET /traffic/summary': endpoint({
      summary: 'The statistics of the day',
      query: z.object({ time_zone: timeZoneQuery }),
      response: record(trafficSummarySchema),
      run: (ctx, { query: { time_zone: timeZone } }) => getTrafficSummary(ctx, { timeZone }),
    }),
    'GET /traffic/events': endpoint({
      summary: 'The last security events',
      response: list(securityEventSchema),
      run: async (ctx) => ({ items: await listSecurityEvents(ctx) }),
    }),
    'POST /traffic/events/acknowledge': endpoint({
      summary: 'Says of events that they were seen',
      body: acknowledgeSchema,
      response: record(z.object({ count: z.int() })),
      run: async (ctx, { body }) => ({ count: await acknowledgeSecurityEvents(ctx, body.ids) }),
    }),
    'GET /traffic/requests': endpoint({
      summary: 'A page of the request log',
      query: requestLogFilterSchema.extend(logPageQuery.shape),
      response: list(requestLogSchema),
      run: (ctx, { query }) => listRequestLogs(ctx, query),
    }),
    'GET /login-attempts': endpoint({
      summary: 'The last sign-ins, those that failed included',
      response: list(loginAttemptSchema),
      run: async (ctx) => ({ items: await listLoginAttempts(ctx) }),
    }),
    'GET /traffic/protection': endpoint({
      summary: 'How the site is protected',
      response: record(protectionSchema),
      run: (ctx) => getProtection(ctx, situation()),
    }),
    'PUT /traffic/protection': endpoint({
      summary: 'Changes how the site is protected',
      body: protectionInputSchema,
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(protectionSchema),
      run: (ctx, { body }) => setProtectionMode(ctx, body.mode, situation()),
    }),
  });
}
