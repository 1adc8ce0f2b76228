import { validate as isUuid } from 'uuid';
import type { ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import {
  type OpenedFile,
  openStoredFile,
  STORED_FILE_COLUMNS,
} from '#server/services/conversations/index.ts';
import { UNDO_MS } from '#shared/conversations/values.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import { findTracked } from './find.ts';

export async function openTrackedFile(
  ctx: ServiceContext,
  token: string,
  fileId: string,
): Promise<OpenedFile> {
  const notFound = new ServiceError('NOT_FOUND', messages.fileNotFound);
  const tracked = isUuid(fileId) ? await findTracked(ctx, token) : null;
  if (!tracked) throw notFound;
  const { conversation } = tracked;
  const file = await ctx.db
    .selectFrom('orderAttachments as file')
    .leftJoin('conversationEntries as entry', 'entry.id', 'entryId')
    .select(STORED_FILE_COLUMNS)
    .where('file.id', '=', fileId)
    .where('status', '=', 'claimed')
    .where((where) =>
      where.or([
        where('orderId', '=', conversation.orderId),
        where.and([
          where('conversationId', '=', conversation.id),
          where.or([
            where('kind', '=', 'inbound'),
            where.and([
              where('kind', '=', 'reply'),
              where('entry.createdAt', '<=', new Date(ctx.now().getTime() - UNDO_MS)),
            ]),
          ]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!file) throw notFound;
  return openStoredFile(ctx, file, messages.fileNotFound);
}
