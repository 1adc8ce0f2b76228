import { Hono } from 'hono';
import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import {
  ipRuleInputSchema,
  ipRulePreviewInputSchema,
  ipRulePreviewSchema,
  ipRuleSchema,
} from '#shared/ip-rules/admin-schema.ts';
import { doneResponse, listResponse, recordResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateQuery, validateWireJson } from '#server/http/api/validate.ts';
import {
  createIpRule,
  deleteIpRule,
  listIpRules,
  previewIpRule,
} from '#server/services/ip-rules/index.ts';
import { pageQuery } from '#server/api/queries.ts';
import { rowIdOf } from './row-id.ts';

export function ipRulesAdminApi(proxies: readonly string[]) {
  return new Hono<HonoEnv>()
    .get('/', validateQuery(pageQuery), async (c) =>
      listResponse(ipRuleSchema, await listIpRules(contextOf(c), c.req.valid('query'))),
    )
    .post('/', validateWireJson(ipRuleInputSchema), async (c) => {
      const rule = await createIpRule(contextOf(c), c.req.valid('json'), { proxies });
      return recordResponse(ipRuleSchema, rule, 201);
    })
    .post('/preview', validateWireJson(ipRulePreviewInputSchema), async (c) => {
      const effect = await previewIpRule(contextOf(c), c.req.valid('json'), { proxies });
      return recordResponse(ipRulePreviewSchema, effect);
    })
    .delete('/:id', async (c) => {
      await deleteIpRule(contextOf(c), rowIdOf(c, IP_RULE_MESSAGES.notFound));
      return doneResponse();
    });
}
