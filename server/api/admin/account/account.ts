import { Hono } from 'hono';
import {
  accountSchema,
  confirmSchema,
  disableSchema,
  enrolmentSchema,
  enrolSchema,
  passwordChangeSchema,
  proofSchema,
  sessionsSchema,
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
import {
  doneResponse,
  listResponse,
  privateResponse,
  recordResponse,
} from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
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
  createPasskey,
  type RelyingParty,
  deletePasskey,
  startPasskeyRegistration,
} from '#server/services/admin-passkeys/index.ts';
import { confirmDevice, endDevice, listDevices } from '#server/services/admin-sessions/index.ts';
import { rowIdOf } from '#server/api/admin/row-id.ts';

/** Said to a change that ended every session: the token of the one that takes their place. */
function replacedSession(sessionToken: string): Response {
  return privateResponse({ success: true, session_token: sessionToken });
}

/** The signed-in administrator's own account: password, second factor, passkeys, sessions and devices. */
export function accountAdminApi(party: RelyingParty) {
  return (
    new Hono<HonoEnv>()
      .get('/account', async (c) => recordResponse(accountSchema, await getAccount(contextOf(c))))
      .post('/password', validateWireJson(passwordChangeSchema), async (c) =>
        replacedSession(await changePassword(contextOf(c), c.req.valid('json'))),
      )
      .post('/mfa/enrol', validateWireJson(enrolSchema), async (c) =>
        recordResponse(enrolmentSchema, await enrolSecondFactor(contextOf(c), c.req.valid('json'))),
      )
      .post('/mfa/confirm', validateWireJson(confirmSchema), async (c) => {
        const confirmed = await confirmSecondFactor(contextOf(c), c.req.valid('json'));
        return privateResponse({
          success: true,
          recovery_codes: confirmed.recoveryCodes,
          session_token: confirmed.sessionToken,
        });
      })
      .post('/mfa/disable', validateWireJson(disableSchema), async (c) =>
        replacedSession(await disableSecondFactor(contextOf(c), c.req.valid('json'))),
      )
      // Fresh proof that the administrator is at the screen, which some endpoints ask for.
      .post('/proof', validateWireJson(proofSchema), async (c) => {
        await provePresence(contextOf(c), c.req.valid('json'));
        return doneResponse();
      })
      .post('/proof/passkey-options', async (c) =>
        privateResponse({ options: await startPasskeyProof(contextOf(c), party) }),
      )
      .post('/proof/passkey', validateWireJson(provePasskeySchema), async (c) => {
        await provePresenceByPasskey(contextOf(c), party, c.req.valid('json').assertion);
        return doneResponse();
      })
      .get('/passkeys', async (c) =>
        listResponse(passkeySchema, { items: await listPasskeys(contextOf(c)) }),
      )
      .post('/passkeys/options', async (c) =>
        privateResponse({ options: await startPasskeyRegistration(contextOf(c), party) }),
      )
      .post('/passkeys', validateWireJson(registerPasskeySchema), async (c) =>
        replacedSession(await createPasskey(contextOf(c), party, c.req.valid('json'))),
      )
      .post('/passkeys/:id/remove', async (c) =>
        replacedSession(await deletePasskey(contextOf(c), rowIdOf(c, PASSKEY_MESSAGES.notFound))),
      )
      .get('/sessions', async (c) =>
        recordResponse(sessionsSchema, await listSessions(contextOf(c))),
      )
      .delete('/sessions/:id', async (c) => {
        await endOwnSession(contextOf(c), rowIdOf(c, ACCOUNT_MESSAGES.noSession));
        return doneResponse();
      })
      .get('/devices', async (c) =>
        listResponse(deviceSchema, { items: await listDevices(contextOf(c)) }),
      )
      .post('/devices/:id/confirm', async (c) => {
        await confirmDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
        return doneResponse();
      })
      .delete('/devices/:id', async (c) => {
        await endDevice(contextOf(c), rowIdOf(c, DEVICE_MESSAGES.notFound));
        return doneResponse();
      })
  );
}
