import { Hono } from 'hono';
import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import { newSavedFilterSchema, savedFilterSchema } from '#shared/leads/admin-schema.ts';
import { doneResponse, listResponse, recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
} from '#server/services/saved-filters/index.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

export const savedFiltersAdminApi = new Hono<HonoEnv>()
  .get('/', validateQuery(newSavedFilterSchema.pick({ screen: true })), async (c) => {
    const items = await listSavedFilters(contextOf(c), c.req.valid('query').screen);
    return listResponse(savedFilterSchema, { items, nextCursor: null });
  })
  .post('/', validateWireJson(newSavedFilterSchema), async (c) => {
    const saved = await createSavedFilter(contextOf(c), c.req.valid('json'));
    return recordResponse(savedFilterSchema, saved, 201);
  })
  .delete('/:id', async (c) => {
    await deleteSavedFilter(contextOf(c), rowIdOf(c, SAVED_FILTER_MESSAGES.notFound));
    return doneResponse();
  });
