import { Hono } from 'hono';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import { ownSessionSchema } from '#shared/admin-account/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { wireOf } from '../../http/wire.ts';
import { endOwnSession, listSessions } from '../../services/admin-account/index.ts';
import type { ApiDeps } from '../deps.ts';
import { rowIdOf } from './row-id.ts';

const session = wireOf(ownSessionSchema);

export function sessionsAdminApi({ contextOf }: ApiDeps) {
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
