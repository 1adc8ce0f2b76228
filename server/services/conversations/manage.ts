import {
  requireAdmin,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { announceChange } from '#server/db/announce.ts';
import { ServiceError } from '#server/core/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { MAX_SNOOZE_DAYS } from '#shared/conversations/values.ts';
import { insertEntry, isReplay } from './entries.ts';
import { type Conversation, type ConversationRef, leadsOf, lockConversation } from './lock.ts';
import { updateConversation } from './change.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

async function change(
  ctx: ServiceContext,
  ref: ConversationRef,
  fields: readonly string[],
  work: (tx: Transaction, conversation: Conversation, adminUserId: string) => Promise<void>,
): Promise<void> {
  const { adminUserId } = requireAdmin(ctx);
  await withTransaction(ctx, async (tx) => {
    const conversation = await lockConversation(tx, ref);
    await work(tx, conversation, adminUserId);
    await logContactAccess(ctx, tx, { action: 'update', fields, ...leadsOf(conversation) });
  });
}

export async function assign(
  ctx: ServiceContext,
  ref: ConversationRef,
  assigneeId: string | null,
): Promise<void> {
  await change(ctx, ref, ['assignee_id'], async (tx, conversation, adminUserId) => {
    if (conversation.assigneeId === assigneeId) return;
    const assignee =
      assigneeId === null
        ? null
        : await tx
            .selectFrom('adminUsers')
            .select('username')
            .where('id', '=', assigneeId)
            .where('isActive', '=', true)
            .where('role', '<>', 'auditor')
            .executeTakeFirst();
    if (assignee === undefined) {
      throw new ServiceError('CONFLICT', CONVERSATION_MESSAGES.noAssignee);
    }
    await insertEntry(tx, conversation, {
      kind: 'assigned',
      via: 'panel',
      adminUserId,
      detail: { assigneeId, assigneeUsername: assignee?.username ?? null },
      createdAt: ctx.now(),
    });
    await updateConversation(tx, conversation, { assigneeId });
  });
}

/** Ends also with the visitor's next follow-up, or with null. */
export async function snooze(
  ctx: ServiceContext,
  ref: ConversationRef,
  until: Date | null,
): Promise<void> {
  const away = until ? until.getTime() - ctx.now().getTime() : 1;
  if (away <= 0 || away > MAX_SNOOZE_DAYS * DAY_MS) {
    throw new ServiceError('UNPROCESSABLE', CONVERSATION_MESSAGES.snoozeLater);
  }
  await change(ctx, ref, ['snoozed_until'], (tx, conversation) =>
    updateConversation(tx, conversation, { snoozedUntil: until }),
  );
}

export async function setNextStep(
  ctx: ServiceContext,
  ref: ConversationRef,
  { nextStep, nextStepOn }: { nextStep: string | null; nextStepOn: string | null },
): Promise<void> {
  await change(ctx, ref, ['next_step'], (tx, conversation) =>
    updateConversation(tx, conversation, {
      nextStep,
      nextStepOn: nextStep === null ? null : nextStepOn,
    }),
  );
}

export async function addNote(
  ctx: ServiceContext,
  ref: ConversationRef,
  { id, body }: { id?: string; body: string },
): Promise<void> {
  await change(ctx, ref, ['notes'], async (tx, conversation, adminUserId) => {
    if (id && (await isReplay(tx, conversation, { id, kind: 'note', body }))) return;
    const note = { kind: 'note', via: 'panel', body, adminUserId, createdAt: ctx.now() } as const;
    await insertEntry(tx, conversation, { ...(id && { id }), ...note });
    await announceChange(tx, 'conversations');
  });
}
