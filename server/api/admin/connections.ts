import type { Config } from '#server/core/config.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  type ConnectionConfig,
  listConnections,
  testConnection,
  updateConnection,
} from '#server/services/connections/index.ts';
import {
  CONNECTION_SCHEMAS,
  connectionSchema,
  connectionTestSchema,
} from '#shared/connections/admin-schema.ts';
import { CONNECTION_KINDS, CONNECTIONS, TESTED_KINDS } from '#shared/connections/values.ts';

const errors = ['PROOF_REQUIRED', 'CONFLICT'] as const;

export function connectionsAdminApi(
  config: ConnectionConfig & Pick<Config, 'dataDir' | 'publicUrl'>,
) {
  const changes = CONNECTION_KINDS.flatMap((kind) => {
    const { label, variable } = CONNECTIONS[kind];
    const change = endpoint({
      summary: `Changes: ${label}`,
      description: `Conflicts while \`${variable}\` sets it. A secret is never sent back.`,
      body: CONNECTION_SCHEMAS[kind],
      errors,
      response: done,
      run: (ctx, { body }) => updateConnection(ctx, { config, kind }, body),
    });
    const removal = endpoint({
      summary: `Removes: ${label}`,
      errors,
      response: done,
      run: (ctx) => updateConnection(ctx, { config, kind }, null),
    });
    return Object.entries({ [`POST /${kind}`]: change, [`DELETE /${kind}`]: removal });
  });
  const tests = TESTED_KINDS.map((kind) => {
    const test = endpoint({
      summary: `Tries the saved values: ${CONNECTIONS[kind].label}`,
      errors,
      response: record(connectionTestSchema),
      run: (ctx) =>
        testConnection(ctx, {
          config,
          kind,
          openMailer: (resolved) => createMailer({ ...config, mail: resolved }, () => ''),
        }),
    });
    return [`POST /${kind}/test`, test] as const;
  });
  return routerOf('connections', {
    'GET /': endpoint({
      summary:
        'Mail server, sender, recipients of notices, mailbox and backup bucket, without secrets',
      response: list(connectionSchema),
      run: async (ctx) => ({ items: await listConnections(ctx, config) }),
    }),
    ...Object.fromEntries([...changes, ...tests]),
  });
}
