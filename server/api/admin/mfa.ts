import { Hono } from 'hono';
import {
  confirmSchema,
  disableSchema,
  enrolmentSchema,
  enrolSchema,
} from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  enrolSecondFactor,
} from '#server/services/admin-account/index.ts';

const enrolment = wireOf(enrolmentSchema);

export function mfaAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.post('/enrol', validateWireJson(enrolSchema), async (c) =>
    privateAnswer(enrolment.encode(await enrolSecondFactor(contextOf(c), c.req.valid('json')))),
  );

  router.post('/confirm', validateWireJson(confirmSchema), async (c) => {
    const { recoveryCodes, sessionToken } = await confirmSecondFactor(
      contextOf(c),
      c.req.valid('json'),
    );
    return privateAnswer({
      success: true,
      recovery_codes: recoveryCodes,
      session_token: sessionToken,
    });
  });

  router.post('/disable', validateWireJson(disableSchema), async (c) => {
    const sessionToken = await disableSecondFactor(contextOf(c), c.req.valid('json'));
    return privateAnswer({ success: true, session_token: sessionToken });
  });

  return router;
}
