import { Hono } from 'hono';
import { passwordChangeSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateWireJson } from '#server/http/api/validate.ts';
import { changePassword } from '#server/services/admin-account/index.ts';

export function passwordAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.post('/', validateWireJson(passwordChangeSchema), async (c) => {
    const sessionToken = await changePassword(contextOf(c), c.req.valid('json'));
    return privateAnswer({ success: true, session_token: sessionToken });
  });

  return router;
}
