import { Hono } from 'hono';
import {
  accountSchema,
  confirmSchema,
  disableSchema,
  enrolmentSchema,
  enrolSchema,
  ownSessionSchema,
  passwordChangeSchema,
  proofSchema,
} from '#shared/admin-account/admin-schema.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { deviceSchema } from '#shared/devices/admin-schema.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import {
  passkeySchema,
  provePasskeySchema,
  registerPasskeySchema,
} from '#shared/passkeys/admin-schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  changePassword,
  confirmSecondFactor,
  disableSecondFactor,
  endOwnSession,
  enrolSecondFactor,
  getAccount,
  listSessions,
  provePresence,
  provePresenceByPasskey,
  startPasskeyProof,
} from '#server/services/admin-account/index.ts';
import {
  listPasskeys,
  registerPasskey,
  type RelyingParty,
  removePasskey,
  startPasskeyRegistration,
} from '#server/services/admin-passkeys/index.ts';
import { confirmDevice, endDevice, listDevices } from '#server/services/admin-sessions/index.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

const account = wireOf(accountSchema);
const device = wireOf(deviceSchema);
const enrolment = wireOf(enrolmentSchema);
const passkey = wireOf(passkeySchema);
const session = wireOf(ownSessionSchema);

/** Said to a change that ended every session: the token of the one that takes their place. */
function replacedSession(sessionToken: string): Response {
  return privateResponse({ success: true, session_token: sessionToken });
}

/** The signed-in administrator's own account: password, second factor, passkeys, sessions and devices. */
export function accountAdminApi(contextOf: ContextOf, party: RelyingParty) {
  const router = new Hono<HonoEnv>();

  router.get('/account', async (c) =>
    privateResponse(account.encode(await getAccount(contextOf(c)))),
  );

  router.post('/password', validateWireJson(passwordChangeSchema), async (c) =>
    replacedSession(await changePassword(contextOf(c), c.req.valid('json'))),
  );

  router.post('/mfa/enrol', validateWireJson(enrolSchema), async (c) =>
    privateResponse(enrolment.encode(await enrolSecondFactor(contextOf(c), c.req.valid('json')))),
  );

  router.post('/mfa/confirm', validateWireJson(confirmSchema), async (c) => {
    const confirmed = await confirmSecondFactor(contextOf(c), c.req.valid('json'));
    return privateResponse({
      success: true,
      recovery_codes: confirmed.recoveryCodes,
      session_token: confirmed.sessionToken,
    });
  });

  router.post('/mfa/disable', validateWireJson(disableSchema), async (c) =>
    replacedSession(await disableSecondFactor(contextOf(c), c.req.valid('json'))),
  );

  // Fresh proof that the administrator is at the screen, which some endpoints ask for.
  router.post('/proof', validateWireJson(proofSchema), async (c) => {
    await provePresence(contextOf(c), c.req.valid('json'));
    return privateResponse({ success: true });
  });

  router.post('/proof/passkey-options', async (c) =>
    privateResponse({ options: await startPasskeyProof(contextOf(c), party) }),
  );

  router.post('/proof/passkey', validateWireJson(provePasskeySchema), async (c) => {
    await provePresenceByPasskey(contextOf(c), party, c.req.valid('json').assertion);
    return privateResponse({ success: true });
  });

  router.get('/passkeys', async (c) =>
    privateResponse({ items: (await listPasskeys(contextOf(c))).map(passkey.encode) }),
  );

  router.post('/passkeys/options', async (c) =>
    privateResponse({ options: await startPasskeyRegistration(contextOf(c), party) }),
  );

  router.post('/passkeys', validateWireJson(registerPasskeySchema), async (c) =>
    replacedSession(await registerPasskey(contextOf(c), party, c.req.valid('json'))),
  );

  router.post('/passkeys/:id/remove', async (c) =>
    replacedSession(await removePasskey(contextOf(c), rowIdOf(c, PASSKEY_MESSAGES.notFound))),
  );

  router.get('/sessions', async (c) => {
    const { activeCount, items } = await listSessions(contextOf(c));
    return privateResponse({ active_count: activeCount, items: items.map(session.encode) });
  });

  router.delete('/sessions/:id', async (c) => {
    await endOwnSession(contextOf(c), rowIdOf(c, ACCOUNT_MESSAGES.noSession));
    return privateResponse({ success: true });
  });

  router.get('/devices', async (c) =>
    privateResponse({ items: (await listDevices(contextOf(c))).map(device.encode) }),
  );

  router.post('/devices/:id/confirm', async (c) => {
    await confirmDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
    return privateResponse({ success: true });
  });

  router.delete('/devices/:id', async (c) => {
    await endDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
    return privateResponse({ success: true });
  });

  return router;
}
