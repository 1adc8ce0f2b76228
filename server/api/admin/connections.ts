import type { Config } from '#server/core/config.ts';
import { createMailer, type DrawMail } from '#server/mail/mailer.ts';
import { done, endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';
import {
  deleteConnection,
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

type Sources = { config: Pick<Config, 'mail' | 'dataDir' | 'publicUrl'>; draw: DrawMail };

export function connectionsAdminApi({ config, draw }: Sources) {
  const configured = config.mail;
  const openMailer = (mail: Config['mail']) => createMailer({ ...config, mail }, draw);
  const changes = CONNECTION_KINDS.flatMap((kind) => {
    const { label, variable } = CONNECTIONS[kind];
    return [
      [
        `POST /${kind}`,
        endpoint({
          summary: `Changes: ${label}`,
          description: `Conflicts while \`${variable}\` sets it. A password is never sent back.`,
          body: CONNECTION_SCHEMAS[kind],
          errors: ['PROOF_REQUIRED', 'CONFLICT'],
          response: record(connectionSchema),
          run: (ctx, { body }) => updateConnection(ctx, { configured, kind }, body),
        }),
      ],
      [
        `DELETE /${kind}`,
        endpoint({
          summary: `Removes: ${label}`,
          errors: ['PROOF_REQUIRED', 'CONFLICT'],
          response: done,
          run: (ctx) => deleteConnection(ctx, { configured, kind }),
        }),
      ],
    ] as const;
  });
  const tests = TESTED_KINDS.map(
    (kind) =>
      [
        `POST /${kind}/test`,
        endpoint({
          summary: `Tries the saved values: ${CONNECTIONS[kind].label}`,
          errors: ['PROOF_REQUIRED', 'CONFLICT'],
          response: record(connectionTestSchema),
          run: (ctx) => testConnection(ctx, { configured, kind, openMailer }),
        }),
      ] as const,
  );
  return routerOf('connections', {
    'GET /': endpoint({
      summary: 'Mail server, sender, recipients of notices and mailbox, without passwords',
      response: list(connectionSchema),
      run: async (ctx) => ({ items: await listConnections(ctx, configured) }),
    }),
    ...Object.fromEntries([...changes, ...tests]),
  });
}
