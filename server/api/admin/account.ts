import { Hono } from 'hono';
import { accountSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { getAccount } from '#server/services/admin-account/index.ts';

const account = wireOf(accountSchema);

export function accountAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => privateAnswer(account.encode(await getAccount(contextOf(c)))));

  return router;
}
