import { Hono } from 'hono';
import { passkeySchema, registerPasskeySchema } from '#shared/passkeys/admin-schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  listPasskeys,
  registerPasskey,
  type RelyingParty,
  removePasskey,
  startPasskeyRegistration,
} from '#server/services/admin-passkeys/index.ts';
import { rowIdOf } from './row-id.ts';

const passkey = wireOf(passkeySchema);

export function passkeysAdminApi(contextOf: ContextOf, party: RelyingParty) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => {
    const passkeys = await listPasskeys(contextOf(c));
    return privateAnswer({ items: passkeys.map(passkey.encode) });
  });

  router.post('/options', async (c) =>
    privateAnswer({ options: await startPasskeyRegistration(contextOf(c), party) }),
  );

  router.post('/', validateWireJson(registerPasskeySchema), async (c) => {
    const sessionToken = await registerPasskey(contextOf(c), party, c.req.valid('json'));
    return privateAnswer({ success: true, session_token: sessionToken });
  });

  router.post('/:id/remove', async (c) => {
    const id = rowIdOf(c, PASSKEY_MESSAGES.notFound);
    const sessionToken = await removePasskey(contextOf(c), id);
    return privateAnswer({ success: true, session_token: sessionToken });
  });

  return router;
}
