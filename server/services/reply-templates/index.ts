import { sql } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { columnsOf, presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import {
  type NewTemplate,
  type ReplyTemplate,
  replyTemplateSchema,
} from '#shared/conversations/admin-schema.ts';
import { TEMPLATE_MESSAGES } from '#shared/conversations/messages.ts';
import { MAX_TEMPLATES } from '#shared/conversations/values.ts';

const COLUMNS = columnsOf(replyTemplateSchema);

export async function listReplyTemplates(ctx: ServiceContext): Promise<ReplyTemplate[]> {
  requireAdmin(ctx);
  const rows = await ctx.db
    .selectFrom('replyTemplates')
    .select(COLUMNS)
    .orderBy(sql`lower(name)`)
    .limit(MAX_TEMPLATES)
    .execute();
  return rows.map(presentRow);
}

/** Locks all templates, so that parallel writers cannot exceed their number. */
async function takeName(
  tx: Transaction,
  name: string | undefined,
  ownId?: string,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('reply_templates', 0))`.execute(tx);
  const saved = await tx
    .selectFrom('replyTemplates')
    .select(['id', sql<boolean>`lower(name) = lower(${name ?? null})`.as('isTaken')])
    .execute();
  if (saved.some(({ id, isTaken }) => isTaken && id !== ownId)) {
    throw rejectField('name', TEMPLATE_MESSAGES.nameTaken, 'CONFLICT');
  }
  return saved.length;
}

export async function createReplyTemplate(
  ctx: ServiceContext,
  template: NewTemplate,
): Promise<ReplyTemplate> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    if ((await takeName(tx, template.name)) >= MAX_TEMPLATES) {
      throw rejectField('name', TEMPLATE_MESSAGES.tooMany);
    }
    const row = await tx
      .insertInto('replyTemplates')
      .values({ id: uuidV7(), ...template })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await announceChange(tx, 'reply_templates');
    return presentRow(row);
  });
}

export async function updateReplyTemplate(
  ctx: ServiceContext,
  id: string,
  { name, body }: { name?: string | undefined; body?: string | undefined },
): Promise<ReplyTemplate> {
  requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    await takeName(tx, name, id);
    const row = await tx
      .updateTable('replyTemplates')
      .set({
        updatedAt: ctx.now(),
        ...(name !== undefined && { name }),
        ...(body !== undefined && { body }),
      })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', TEMPLATE_MESSAGES.notFound));
    await announceChange(tx, 'reply_templates');
    return presentRow(row);
  });
}

export async function deleteReplyTemplate(ctx: ServiceContext, id: string): Promise<void> {
  requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    await tx
      .deleteFrom('replyTemplates')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', TEMPLATE_MESSAGES.notFound));
    await announceChange(tx, 'reply_templates');
  });
}
