import { done, endpoint, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  getSetup,
  type GoLiveSources,
  removeSample,
  updateSetup,
} from '#server/services/setup/index.ts';
import { setupChangeSchema, setupSchema } from '#shared/setup/admin-schema.ts';

export const setupAdminApi = (sources: GoLiveSources) =>
  routerOf('setup', {
    'GET /': endpoint({
      summary: 'What is set up, and what is missing before the site goes live',
      response: record(setupSchema),
      run: (ctx) => getSetup(ctx, sources),
    }),
    'POST /visibility': endpoint({
      summary: 'Hides the set-up, or shows it again',
      body: setupChangeSchema,
      response: done,
      run: (ctx, { body }) => updateSetup(ctx, body),
    }),
    'POST /remove-sample': endpoint({
      summary: 'Removes the sample company, with its texts and records',
      response: done,
      run: removeSample,
    }),
  });
