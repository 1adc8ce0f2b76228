import { IP_RULE_MESSAGES } from '#shared/ip-rules/messages.ts';
import {
  ipRuleInputSchema,
  ipRulePreviewInputSchema,
  ipRulePreviewSchema,
  ipRuleSchema,
} from '#shared/ip-rules/admin-schema.ts';
import {
  createIpRule,
  deleteIpRule,
  listIpRules,
  previewIpRule,
} from '#server/services/ip-rules/index.ts';
import { pageQuery } from '#server/api/base/queries.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';

export function ipRulesAdminApi(proxies: readonly string[]) {
  return routerOf('ipRules', {
    'GET /': endpoint({
      summary: 'The rules for addresses, the newest first',
      query: pageQuery,
      response: list(ipRuleSchema),
      run: (ctx, { query }) => listIpRules(ctx, query),
    }),
    'POST /': endpoint({
      summary: 'Creates a rule',
      body: ipRuleInputSchema,
      errors: ['CONFLICT'],
      response: record(ipRuleSchema, 201),
      run: (ctx, { body }) => createIpRule(ctx, body, { proxies }),
    }),
    'POST /preview': endpoint({
      summary: 'What a rule would have done to the requests of the last days',
      body: ipRulePreviewInputSchema,
      response: record(ipRulePreviewSchema),
      run: (ctx, { body }) => previewIpRule(ctx, body, { proxies }),
    }),
    'DELETE /:id': endpoint({
      summary: 'Deletes a rule',
      notFound: IP_RULE_MESSAGES.notFound,
      response: done,
      run: (ctx, { id }) => deleteIpRule(ctx, id),
    }),
  });
}
