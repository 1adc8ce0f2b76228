import { Hono } from 'hono';
import {
  adminSiteSettingsSchema,
  policyPreviewSchema,
  siteSettingsChangeSchema,
} from '#shared/site-settings/admin-schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { LIMITS } from '#server/limits.ts';
import { previewPolicy } from '#server/services/policies/index.ts';
import { getManagedSettings, updateSettings } from '#server/services/site-settings/index.ts';

const { encode } = wireOf(adminSiteSettingsSchema);

export function siteSettingsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => privateResponse(encode(await getManagedSettings(contextOf(c)))));

  router.put('/', validateWireJson(siteSettingsChangeSchema, LIMITS.contentBody), async (c) =>
    privateResponse(encode(await updateSettings(contextOf(c), c.req.valid('json')))),
  );

  router.post('/preview', validateWireJson(policyPreviewSchema, LIMITS.contentBody), async (c) =>
    privateResponse({ html: await previewPolicy(contextOf(c), c.req.valid('json').markdown) }),
  );

  return router;
}
