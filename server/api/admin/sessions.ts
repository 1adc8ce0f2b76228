import { Hono } from 'hono';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ownSessionSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { wireOf } from '#server/http/api/wire.ts';
import { endOwnSession, listSessions } from '#server/services/admin-account/index.ts';
import { rowIdOf } from './row-id.ts';

const session = wireOf(ownSessionSchema);

export function sessionsAdminApi(contextOf: ContextOf) {
  const router = new Hono<HonoEnv>();

  router.get('/', async (c) => {
    const { activeCount, items } = await listSessions(contextOf(c));
    return privateAnswer({ active_count: activeCount, items: items.map(session.encode) });
  });

  router.delete('/:id', async (c) => {
    await endOwnSession(contextOf(c), rowIdOf(c, ACCOUNT_MESSAGES.noSession));
    return privateAnswer({ success: true });
  });

  return router;
}
