import { Hono } from 'hono';
import {
  adminSiteSettingsSchema,
  policyPreviewSchema,
  siteSettingsChangeSchema,
} from '#shared/site-settings/admin-schema.ts';
import { privateResponse, recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { LIMITS } from '#server/limits.ts';
import { previewPolicy } from '#server/services/policies/index.ts';
import { getManagedSettings, updateSettings } from '#server/services/site-settings/index.ts';

export const siteSettingsAdminApi = new Hono<HonoEnv>()
  .get('/', async (c) =>
    recordResponse(adminSiteSettingsSchema, await getManagedSettings(contextOf(c))),
  )
  .put(
    '/',
    validateWireJson(siteSettingsChangeSchema, {
      maxBytes: LIMITS.contentBody,
      record: adminSiteSettingsSchema,
    }),
    async (c) => {
      const saved = await updateSettings(contextOf(c), c.req.valid('json'));
      return recordResponse(adminSiteSettingsSchema, saved);
    },
  )
  .post(
    '/preview',
    validateWireJson(policyPreviewSchema, { maxBytes: LIMITS.contentBody }),
    async (c) => privateResponse(await previewPolicy(contextOf(c), c.req.valid('json').markdown)),
  );
