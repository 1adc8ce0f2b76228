import { Hono } from 'hono';
import * as z from 'zod';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import {
  ipRuleInputSchema,
  ipRulePreviewInputSchema,
  ipRulePreviewSchema,
  ipRuleSchema,
} from '#shared/ip-rules/admin-schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import type { ContextOf, HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import { wireOf } from '#server/http/api/wire.ts';
import {
  createIpRule,
  listIpRules,
  previewIpRule,
  removeIpRule,
} from '#server/services/ip-rules/index.ts';
import { cursorQuery, limitQuery } from '#server/api/queries.ts';
import { rowIdOf } from './row-id.ts';

const DEFAULT_LIMIT = 100;
const { encode } = wireOf(ipRuleSchema);
const preview = wireOf(ipRulePreviewSchema);

export function ipRulesAdminApi(contextOf: ContextOf, proxies: readonly string[]) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    validateQuery(z.object({ cursor: cursorQuery, limit: limitQuery })),
    async (c) => {
      const { cursor, limit = DEFAULT_LIMIT } = c.req.valid('query');
      const page = await listIpRules(contextOf(c), { cursor, limit });
      return privateResponse({ items: page.items.map(encode), next_cursor: page.nextCursor });
    },
  );

  router.post('/', validateWireJson(ipRuleInputSchema), async (c) => {
    const rule = await createIpRule(contextOf(c), c.req.valid('json'), { proxies });
    return privateResponse(encode(rule), 201);
  });

  router.post('/preview', validateWireJson(ipRulePreviewInputSchema), async (c) => {
    const effect = await previewIpRule(contextOf(c), c.req.valid('json'), { proxies });
    return privateResponse(preview.encode(effect));
  });

  router.delete('/:id', async (c) => {
    await removeIpRule(contextOf(c), rowIdOf(c, IP_RULE_MESSAGES.notFound));
    return privateResponse({ success: true });
  });

  return router;
}
