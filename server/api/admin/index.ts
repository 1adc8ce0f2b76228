import { Hono } from 'hono';
import { BACKGROUND_HEADER, LOGIN_MESSAGES, SESSION_HEADER } from '#shared/admin.ts';
import { ServiceError } from '../../errors.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { authenticate } from '../../services/admin-sessions/index.ts';
import type { ApiDeps } from '../deps.ts';

/** The back office: its first handler is the session check, so nothing below can be reached without one. */
export function adminApi(deps: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.use('*', async (c, next) => {
    c.set('routeKind', 'admin');
    const token = c.req.header(SESSION_HEADER) ?? '';
    const isBackground = c.req.header(BACKGROUND_HEADER) === '1';
    const admin = await authenticate(deps, token, { isBackground });
    if (!admin) throw new ServiceError('UNAUTHORIZED', LOGIN_MESSAGES.sessionEnded);
    c.set('admin', admin);
    c.set('log', c.get('log').child({ adminUserId: admin.adminUserId }));
    await next();
    c.res.headers.set('cache-control', 'no-store');
  });

  router.get('/session-check', (c) => {
    const admin = c.get('admin');
    return privateAnswer({
      valid: true,
      admin_user: { id: admin?.adminUserId, username: admin?.username },
    });
  });

  return router;
}
