import { Hono } from 'hono';
import { CLIENT_MESSAGES } from '#shared/clients-form.ts';
import { adminClientSchema, clientChangeSchema, newClientSchema } from '#shared/clients-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import { LIMITS } from '../../limits.ts';
import {
  countManagedClients,
  createClient,
  getManagedClient,
  listManagedClients,
  removeClient,
  restoreClient,
  updateClient,
} from '../../services/clients/index.ts';
import type { ApiDeps } from '../deps.ts';
import { contentCountQuery, contentListQuery, rowIdOf } from './content-requests.ts';

const { encode } = wireOf(adminClientSchema);

export function clientsAdminApi({ contextOf }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get('/', validateQuery(contentListQuery), async (c) => {
    const page = await listManagedClients(contextOf(c), c.req.valid('query'));
    return privateAnswer({ items: page.items.map(encode), next_cursor: page.nextCursor });
  });

  router.get('/count', validateQuery(contentCountQuery), async (c) =>
    privateAnswer({ total: await countManagedClients(contextOf(c), c.req.valid('query')) }),
  );

  router.post('/', validateWireJson(newClientSchema, LIMITS.contentBody), async (c) =>
    privateAnswer(encode(await createClient(contextOf(c), c.req.valid('json'))), 201),
  );

  router.get('/:id', async (c) => {
    const id = rowIdOf(c, CLIENT_MESSAGES.notFound);
    return privateAnswer(encode(await getManagedClient(contextOf(c), id)));
  });

  router.put('/:id', validateWireJson(clientChangeSchema, LIMITS.contentBody), async (c) => {
    const id = rowIdOf(c, CLIENT_MESSAGES.notFound);
    return privateAnswer(encode(await updateClient(contextOf(c), id, c.req.valid('json'))));
  });

  router.delete('/:id', async (c) => {
    await removeClient(contextOf(c), rowIdOf(c, CLIENT_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  router.post('/:id/restore', async (c) => {
    const id = rowIdOf(c, CLIENT_MESSAGES.notFound);
    return privateAnswer(encode(await restoreClient(contextOf(c), id)));
  });

  return router;
}
