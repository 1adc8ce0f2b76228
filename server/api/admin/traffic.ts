import { Hono } from 'hono';
import * as z from 'zod';
import { timeZoneQuery } from '#shared/dashboard/admin-schema.ts';
import { requestLogSchema } from '#shared/request-logs/admin-schema.ts';
import {
  loginAttemptSchema,
  securityEventSchema,
  topThreatSchema,
  trafficStatisticsSchema,
  trafficHourSchema,
} from '#shared/security-events/admin-schema.ts';
import {
  protectionInputSchema,
  protectionSchema,
  type ProtectionSituation,
} from '#shared/traffic-protection/admin-schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { listRequestLogs } from '#server/services/request-logs/index.ts';
import {
  getTrafficSummary,
  listLoginAttempts,
  listSecurityEvents,
} from '#server/services/security-events/index.ts';
import { getProtection, setProtectionMode } from '#server/services/traffic-protection/index.ts';

const attempt = wireOf(loginAttemptSchema);
const statistics = wireOf(trafficStatisticsSchema);
const topThreat = wireOf(topThreatSchema);
const hour = wireOf(trafficHourSchema);
const event = wireOf(securityEventSchema);
const request = wireOf(requestLogSchema);
const protection = wireOf(protectionSchema);

export function trafficAdminApi(contextOf: ContextOf, situation: () => ProtectionSituation) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/traffic/summary',
    validateQuery(z.object({ time_zone: timeZoneQuery })),
    async (c) => {
      const { time_zone: timeZone } = c.req.valid('query');
      const summary = await getTrafficSummary(contextOf(c), { timeZone });
      return privateResponse({
        ...statistics.encode(summary),
        top_threats: summary.topThreats.map(topThreat.encode),
        hourly: summary.hourly.map(hour.encode),
      });
    },
  );

  router.get('/traffic/events', async (c) =>
    privateResponse({ items: (await listSecurityEvents(contextOf(c))).map(event.encode) }),
  );

  router.get('/traffic/requests', async (c) =>
    privateResponse({ items: (await listRequestLogs(contextOf(c))).map(request.encode) }),
  );

  router.get('/login-attempts', async (c) =>
    privateResponse({ items: (await listLoginAttempts(contextOf(c))).map(attempt.encode) }),
  );

  router.get('/traffic/protection', async (c) => {
    return privateResponse(protection.encode(await getProtection(contextOf(c), situation())));
  });

  router.put('/traffic/protection', validateWireJson(protectionInputSchema), async (c) => {
    const { mode } = c.req.valid('json');
    const changed = await setProtectionMode(contextOf(c), mode, situation());
    return privateResponse(protection.encode(changed));
  });

  return router;
}
