import { Hono } from 'hono';
import { proofSchema } from '#shared/admin-account/admin-schema.ts';
import { provePasskeySchema } from '#shared/passkeys/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import {
  provePresence,
  provePresenceByPasskey,
  startPasskeyProof,
} from '#server/services/admin-account/index.ts';
import type { RelyingParty } from '#server/services/admin-passkeys/index.ts';

/** Fresh proof that the administrator is at the screen, which some calls ask for. */
export function proofAdminApi(contextOf: ContextOf, party: RelyingParty) {
  const router = new Hono<HonoEnv>();

  router.post('/', validateWireJson(proofSchema), async (c) => {
    await provePresence(contextOf(c), c.req.valid('json'));
    return privateAnswer({ success: true });
  });

  router.post('/passkey-options', async (c) =>
    privateAnswer({ options: await startPasskeyProof(contextOf(c), party) }),
  );

  router.post('/passkey', validateWireJson(provePasskeySchema), async (c) => {
    await provePresenceByPasskey(contextOf(c), party, c.req.valid('json').assertion);
    return privateAnswer({ success: true });
  });

  return router;
}
