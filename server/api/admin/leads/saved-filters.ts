import { Hono } from 'hono';
import * as z from 'zod';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import { SAVED_FILTER_SCREENS } from '#shared/leads/values.ts';
import { newSavedFilterSchema, savedFilterSchema } from '#shared/leads/admin-schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  createSavedFilter,
  listSavedFilters,
  removeSavedFilter,
} from '#server/services/saved-filters/index.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

const { encode } = wireOf(savedFilterSchema);
const screenQuery = z.object({
  screen: z.enum(SAVED_FILTER_SCREENS, { error: SAVED_FILTER_MESSAGES.screen }),
});

export function savedFiltersAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(screenQuery), async (c) => {
    const filters = await listSavedFilters(contextOf(c), c.req.valid('query').screen);
    return privateResponse({ items: filters.map(encode), next_cursor: null });
  });

  router.post('/', validateWireJson(newSavedFilterSchema), async (c) =>
    privateResponse(encode(await createSavedFilter(contextOf(c), c.req.valid('json'))), 201),
  );

  router.delete('/:id', async (c) => {
    await removeSavedFilter(contextOf(c), rowIdOf(c, SAVED_FILTER_MESSAGES.notFound));
    return privateResponse({ success: true });
  });

  return router;
}
