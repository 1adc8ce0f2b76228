import { SAVED_FILTER_MESSAGES } from '#shared/leads/messages.ts';
import { newSavedFilterSchema, savedFilterSchema } from '#shared/leads/admin-schema.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  createSavedFilter,
  deleteSavedFilter,
  listSavedFilters,
} from '#server/services/saved-filters/index.ts';

export const savedFiltersAdminApi = routerOf('savedFilters', {
  'GET /': endpoint({
    summary: 'Your saved filters of a screen',
    query: newSavedFilterSchema.pick({ screen: true }),
    response: list(savedFilterSchema),
    run: async (ctx, { query }) => ({
      items: await listSavedFilters(ctx, query.screen),
      nextCursor: null,
    }),
  }),
  'POST /': endpoint({
    summary: 'Saves a filter under a name',
    body: newSavedFilterSchema,
    errors: ['CONFLICT'],
    response: record(savedFilterSchema, 201),
    run: (ctx, { body }) => createSavedFilter(ctx, body),
  }),
  'DELETE /:id': endpoint({
    summary: 'Deletes a saved filter',
    notFound: SAVED_FILTER_MESSAGES.notFound,
    response: done,
    run: (ctx, { id }) => deleteSavedFilter(ctx, id),
  }),
});
