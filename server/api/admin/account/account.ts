import * as z from 'zod';
import * as schemas from '#shared/admin-account/admin-schema.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { deviceSchema } from '#shared/devices/admin-schema.ts';
import { DEVICE_MESSAGES } from '#shared/devices/messages.ts';
import {
  passkeySchema,
  provePasskeySchema,
  registerPasskeySchema,
} from '#shared/passkeys/admin-schema.ts';
import { PASSKEY_MESSAGES } from '#shared/passkeys/messages.ts';
import { identityOf, requireAdmin } from '#server/context/context.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import * as accounts from '#server/services/accounts/index.ts';

const sessionCheckSchema = z.object({
  valid: z.literal(true),
  adminUser: schemas.adminUserSchema,
});

const replacedSessionSchema = z.object({ success: z.literal(true), sessionToken: z.string() });

const confirmedSchema = z.object({
  success: z.literal(true),
  recoveryCodes: z.array(z.string()),
  sessionToken: z.string(),
});

const passkeyOptionsSchema = z.object({ options: z.string() });

const success = true as const;

export function accountAdminApi(party: accounts.RelyingParty) {
  return routerOf('account', {
    'GET /session-check': endpoint({
      summary: 'Who is signed in',
      response: record(sessionCheckSchema),
      run(ctx) {
        return { valid: true as const, adminUser: identityOf(requireAdmin(ctx)) };
      },
    }),
    'GET /account': endpoint({
      summary: 'The account',
      response: record(schemas.accountSchema),
      run: accounts.getAccount,
    }),
    'PUT /account': endpoint({
      summary: 'Changes the name and the e-mail address that others see',
      description: 'Another address needs fresh proof.',
      body: schemas.profileSchema,
      bodyOptions: { record: schemas.accountSchema },
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(schemas.accountSchema),
      run: (ctx, { body }) => accounts.updateProfile(ctx, body),
    }),
    'POST /password': endpoint({
      summary: 'Changes the password and ends every session',
      body: schemas.passwordChangeSchema,
      errors: ['CONFLICT'],
      response: record(replacedSessionSchema),
      run: async (ctx, { body }) => ({
        success,
        sessionToken: await accounts.changePassword(ctx, body),
      }),
    }),
    'POST /mfa/enrol': endpoint({
      summary: 'What an authenticator app needs',
      body: schemas.enrolSchema,
      errors: ['CONFLICT'],
      response: record(schemas.enrolmentSchema),
      run: (ctx, { body }) => accounts.enrolSecondFactor(ctx, body),
    }),
    'POST /mfa/confirm': endpoint({
      summary: 'Turns the second factor on and ends every session',
      body: schemas.confirmSchema,
      errors: ['CONFLICT'],
      response: record(confirmedSchema),
      run: async (ctx, { body }) => ({
        success,
        ...(await accounts.confirmSecondFactor(ctx, body)),
      }),
    }),
    'POST /mfa/disable': endpoint({
      summary: 'Turns the second factor off and ends every session',
      body: schemas.disableSchema,
      errors: ['CONFLICT'],
      response: record(replacedSessionSchema),
      run: async (ctx, { body }) => ({
        success,
        sessionToken: await accounts.disableSecondFactor(ctx, body),
      }),
    }),
    'POST /proof': endpoint({
      summary: 'Proves who is at the screen, which some endpoints ask for',
      body: schemas.proofSchema,
      response: done,
      run: (ctx, { body }) => accounts.provePresence(ctx, body),
    }),
    'POST /proof/passkey-options': endpoint({
      summary: 'What a browser needs to prove it with a passkey',
      response: record(passkeyOptionsSchema),
      run: async (ctx) => ({ options: await accounts.startPasskeyProof(ctx, party) }),
    }),
    'POST /proof/passkey': endpoint({
      summary: 'Proves it with a passkey',
      body: provePasskeySchema,
      response: done,
      run: (ctx, { body }) => accounts.provePresenceByPasskey(ctx, party, body.assertion),
    }),
    'GET /passkeys': endpoint({
      summary: 'The passkeys',
      response: list(passkeySchema),
      run: async (ctx) => ({ items: await accounts.listPasskeys(ctx) }),
    }),
    'POST /passkeys/options': endpoint({
      summary: 'What a browser needs to make a passkey',
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(passkeyOptionsSchema),
      run: async (ctx) => ({ options: await accounts.startPasskeyRegistration(ctx, party) }),
    }),
    'POST /passkeys': endpoint({
      summary: 'Registers a passkey and ends every session',
      body: registerPasskeySchema,
      errors: ['PROOF_REQUIRED', 'CONFLICT'],
      response: record(replacedSessionSchema),
      run: async (ctx, { body }) => ({
        success,
        sessionToken: await accounts.createPasskey(ctx, party, body),
      }),
    }),
    'POST /passkeys/:id/remove': endpoint({
      summary: 'Deletes a passkey and ends every session',
      notFound: PASSKEY_MESSAGES.notFound,
      errors: ['PROOF_REQUIRED'],
      response: record(replacedSessionSchema),
      run: async (ctx, { id }) => ({
        success,
        sessionToken: await accounts.deletePasskey(ctx, id),
      }),
    }),
    'GET /sessions': endpoint({
      summary: 'The live sessions, and how many there are of anybody',
      response: record(schemas.sessionsSchema),
      run: accounts.listSessions,
    }),
    'DELETE /sessions/:id': endpoint({
      summary: 'Ends a session',
      notFound: ACCOUNT_MESSAGES.noSession,
      response: done,
      run: (ctx, { id }) => accounts.endOwnSession(ctx, id),
    }),
    'GET /devices': endpoint({
      summary: 'The devices that have signed in',
      response: list(deviceSchema),
      run: async (ctx) => ({ items: await accounts.listDevices(ctx) }),
    }),
    'POST /devices/:id/confirm': endpoint({
      summary: 'Says of a new device that it is known',
      notFound: DEVICE_MESSAGES.notFound,
      response: done,
      run: (ctx, { id }) => accounts.confirmDevice(ctx, id),
    }),
    'DELETE /devices/:id': endpoint({
      summary: 'Says of a new device that it is not known, and ends its sessions',
      notFound: DEVICE_MESSAGES.notFound,
      response: done,
      run: (ctx, { id }) => accounts.endDevice(ctx, id),
    }),
  });
}
