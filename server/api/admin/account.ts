import { Hono } from 'hono';
import { accountSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { wireOf } from '../../http/wire.ts';
import { getAccount } from '../../services/admin-account/index.ts';
import type { ApiDeps } from '../deps.ts';

const account = wireOf(accountSchema);

export function accountAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => privateAnswer(account.encode(await getAccount(contextOf(c)))));

  return router;
}
