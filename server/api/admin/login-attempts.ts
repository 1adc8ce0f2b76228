import { Hono } from 'hono';
import { loginAttemptSchema } from '#shared/security-events/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { wireOf } from '../../http/wire.ts';
import { listLoginAttempts } from '../../services/security-events/index.ts';
import type { ApiDeps } from '../deps.ts';

const attempt = wireOf(loginAttemptSchema);

export function loginAttemptsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => {
    const attempts = await listLoginAttempts(contextOf(c));
    return privateAnswer({ items: attempts.map(attempt.encode) });
  });

  return router;
}
