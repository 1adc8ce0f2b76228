import { Hono } from 'hono';
import { loginAttemptSchema } from '#shared/security-events/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { listLoginAttempts } from '#server/services/security-events/index.ts';

const attempt = wireOf(loginAttemptSchema);

export function loginAttemptsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => {
    const attempts = await listLoginAttempts(contextOf(c));
    return privateAnswer({ items: attempts.map(attempt.encode) });
  });

  return router;
}
