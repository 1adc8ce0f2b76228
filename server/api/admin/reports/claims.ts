import { attestationSchema, claimModeSchema, claimSchema } from '#shared/claims/admin-schema.ts';
import {
  attestClaim,
  listClaims,
  measureClaimsNow,
  setClaimMode,
} from '#server/services/claims/index.ts';
import { done, endpoint, list, routerOf } from '#server/api/base/endpoint.ts';

export const claimsAdminApi = routerOf('publicClaims', {
  'GET /': endpoint({
    summary: 'Every public number of the site, with its source and what was measured',
    response: list(claimSchema),
    run: async (ctx) => ({ items: await listClaims(ctx) }),
  }),
  'POST /mode': endpoint({
    summary: 'Chooses whether pages show a number as it is written, or as it is',
    body: claimModeSchema,
    errors: ['UNPROCESSABLE'],
    response: done,
    run: (ctx, { body }) => setClaimMode(ctx, body),
  }),
  'POST /attestation': endpoint({
    summary: 'Writes what a number is based on',
    body: attestationSchema,
    response: done,
    run: (ctx, { body }) => attestClaim(ctx, body),
  }),
  'POST /measure': endpoint({
    summary: 'Measures the numbers again',
    description: 'Otherwise a job does so once a day.',
    response: done,
    run: measureClaimsNow,
  }),
});
