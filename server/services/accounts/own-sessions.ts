import { sql } from 'kysely';
import { requireAdmin, type ServiceContext } from '#server/context/context.ts';
import { presentRow } from '#server/db/present-row.ts';
import { ServiceError } from '#server/core/errors.ts';
import { selectLiveSessions } from './sign-in.ts';
import { endSessions } from './rights.ts';
import { ACCOUNT_MESSAGES } from '#shared/admin-account/messages.ts';
import type { OwnSession } from '#shared/admin-account/admin-schema.ts';

export async function listSessions(
  ctx: ServiceContext,
): Promise<{ activeCount: number; items: OwnSession[] }> {
  const { adminUserId, sessionId } = requireAdmin(ctx);
  const [{ count }, rows] = await Promise.all([
    selectLiveSessions(ctx)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    selectLiveSessions(ctx)
      .select([
        'adminSessions.id',
        'adminSessions.createdAt',
        'adminSessions.lastUsedAt',
        'adminSessions.expiresAt',
        sql<string | null>`host(admin_sessions.ip_address)`.as('ipAddress'),
        'adminSessions.userAgent',
        sql<boolean>`admin_sessions.id = ${sessionId}::uuid`.as('isCurrent'),
      ])
      .where('adminSessions.adminUserId', '=', adminUserId)
      .orderBy('isCurrent', 'desc')
      .orderBy('adminSessions.lastUsedAt', 'desc')
      .orderBy('adminSessions.id', 'desc')
      .execute(),
  ]);
  return { activeCount: count, items: rows.map(presentRow) };
}

export async function endOwnSession(ctx: ServiceContext, id: string): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await endSessions(ctx.db)
    .where('id', '=', id)
    .where('adminUserId', '=', adminUserId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', ACCOUNT_MESSAGES.noSession));
}
