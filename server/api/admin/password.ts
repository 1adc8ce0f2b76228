import { Hono } from 'hono';
import { passwordChangeSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateWireJson } from '../../http/validate.ts';
import { changePassword } from '../../services/admin-account/index.ts';
import type { ApiDeps } from '../deps.ts';

export function passwordAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.post('/', validateWireJson(passwordChangeSchema), async (c) => {
    const sessionToken = await changePassword(contextOf(c), c.req.valid('json'));
    return privateAnswer({ success: true, session_token: sessionToken });
  });

  return router;
}
