import { Hono } from 'hono';
import {
  adminSiteSettingsSchema,
  policyPreviewSchema,
  siteSettingsChangeSchema,
} from '#shared/site-settings/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import { previewPolicy } from '../../services/policies/index.ts';
import { getManagedSettings, updateSettings } from '../../services/site-settings/index.ts';
import type { ApiDeps } from '../deps.ts';

const { encode } = wireOf(adminSiteSettingsSchema);

export function siteSettingsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => privateAnswer(encode(await getManagedSettings(contextOf(c)))));

  router.put('/', validateWireJson(siteSettingsChangeSchema, LIMITS.contentBody), async (c) =>
    privateAnswer(encode(await updateSettings(contextOf(c), c.req.valid('json')))),
  );

  router.post('/preview', validateWireJson(policyPreviewSchema, LIMITS.contentBody), async (c) =>
    privateAnswer({ html: await previewPolicy(contextOf(c), c.req.valid('json').markdown) }),
  );

  return router;
}
