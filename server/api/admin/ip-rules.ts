import { Hono } from 'hono';
import * as z from 'zod';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import {
  ipRuleInputSchema,
  ipRulePreviewInputSchema,
  ipRulePreviewSchema,
  ipRuleSchema,
} from '#shared/ip-rules/admin-schema.ts';
import { privateAnswer } from '../../http/json-answer.ts';
import type { HonoEnv } from '../../http/request-context.ts';
import { validateQuery, validateWireJson } from '../../http/validate.ts';
import { wireOf } from '../../http/wire.ts';
import {
  createIpRule,
  listIpRules,
  previewIpRule,
  removeIpRule,
} from '../../services/ip-rules/index.ts';
import type { ApiDeps } from '../deps.ts';
import { cursorQuery, limitQuery } from '../queries.ts';
import { rowIdOf } from './row-id.ts';

const DEFAULT_LIMIT = 100;
const { encode } = wireOf(ipRuleSchema);
const preview = wireOf(ipRulePreviewSchema);

export function ipRulesAdminApi({ contextOf, config }: ApiDeps) {
  const router = new Hono<HonoEnv>();

  router.get(
    '/',
    validateQuery(z.object({ cursor: cursorQuery, limit: limitQuery })),
    async (c) => {
      const { cursor, limit = DEFAULT_LIMIT } = c.req.valid('query');
      const page = await listIpRules(contextOf(c), { cursor, limit });
      return privateAnswer({ items: page.items.map(encode), next_cursor: page.nextCursor });
    },
  );

  router.post('/', validateWireJson(ipRuleInputSchema), async (c) => {
    const rule = await createIpRule(contextOf(c), c.req.valid('json'), {
      proxies: config.trustedProxies,
    });
    return privateAnswer(encode(rule), 201);
  });

  router.post('/preview', validateWireJson(ipRulePreviewInputSchema), async (c) => {
    const effect = await previewIpRule(contextOf(c), c.req.valid('json'), {
      proxies: config.trustedProxies,
    });
    return privateAnswer(preview.encode(effect));
  });

  router.delete('/:id', async (c) => {
    await removeIpRule(contextOf(c), rowIdOf(c, IP_RULE_MESSAGES.notFound));
    return privateAnswer({ success: true });
  });

  return router;
}
