import { Hono } from 'hono';
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
import { listResponse, privateResponse, recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { logPageQuery } from '#server/api/queries.ts';
import { listRequestLogs } from '#server/services/request-logs/index.ts';
import {
  acknowledgeSecurityEvents,
  getTrafficSummary,
  listLoginAttempts,
  listSecurityEvents,
} from '#server/services/security-events/index.ts';
import { getProtection, setProtectionMode } from '#server/services/traffic-protection/index.ts';

export function trafficAdminApi(situation: () => ProtectionSituation) {
  return new Hono<HonoEnv>()
    .get('/traffic/summary', validateQuery(z.object({ time_zone: timeZoneQuery })), async (c) => {
      const { time_zone: timeZone } = c.req.valid('query');
      return recordResponse(
        trafficSummarySchema,
        await getTrafficSummary(contextOf(c), { timeZone }),
      );
    })
    .get('/traffic/events', async (c) =>
      listResponse(securityEventSchema, { items: await listSecurityEvents(contextOf(c)) }),
    )
    .post('/traffic/events/acknowledge', validateWireJson(acknowledgeSchema), async (c) => {
      const { ids } = c.req.valid('json');
      return privateResponse({ count: await acknowledgeSecurityEvents(contextOf(c), ids) });
    })
    .get(
      '/traffic/requests',
      validateQuery(requestLogFilterSchema.extend(logPageQuery.shape)),
      async (c) =>
        listResponse(requestLogSchema, await listRequestLogs(contextOf(c), c.req.valid('query'))),
    )
    .get('/login-attempts', async (c) =>
      listResponse(loginAttemptSchema, { items: await listLoginAttempts(contextOf(c)) }),
    )
    .get('/traffic/protection', async (c) =>
      recordResponse(protectionSchema, await getProtection(contextOf(c), situation())),
    )
    .put('/traffic/protection', validateWireJson(protectionInputSchema), async (c) => {
      const { mode } = c.req.valid('json');
      return recordResponse(
        protectionSchema,
        await setProtectionMode(contextOf(c), mode, situation()),
      );
    });
}
