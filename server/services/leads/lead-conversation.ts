import {
  type Database,
  requireAdmin,
  requireRecentProof,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import type { Cursor } from '#server/db/keyset.ts';
import { ServiceError } from '#server/core/errors.ts';
import { logContactAccess } from '#server/services/contact-audit/index.ts';
import {
  addNote,
  assign,
  type Conversation,
  type ConversationRef,
  findConversation,
  giveReplyAgain,
  leadsOf,
  lockConversation,
  loseReply,
  openEntryFile,
  readConversation,
  recordReply,
  setNextStep,
  snooze,
  undoReply,
} from '#server/services/conversations/index.ts';
import type { ConversationChange, ConversationView } from '#shared/conversations/admin-schema.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';

type LockedLead = { id: string; status: string; email: string; isSuspect: boolean };

export type ChangeContext = Pick<ServiceContext, 'db' | 'now' | 'actor' | 'officeHours'>;

type Options = {
  idColumn: 'orderId' | 'messageId';
  lockLead: (tx: Transaction, id: string) => Promise<LockedLead>;
  setStatus: (
    ctx: ChangeContext,
    tx: Transaction,
    leads: LockedLead[],
    status: string,
  ) => Promise<unknown>;
  repliedStatus: (status: string) => string;
};

/** Records a loss and returns its reason; null when it is known or outdated. */
export type RecordLoss = (db: Database) => Promise<string | null>;

/** Auditing updates the row of the source message, and leads are locked before their conversation. */
async function lockItsMessage(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .selectFrom('contactMessages')
    .select('id')
    .where('id', '=', (from) =>
      from.selectFrom('conversations').select('messageId').where('orderId', '=', orderId),
    )
    .forUpdate()
    .execute();
}

type Written = { id: string; body: string; lastWordAt: string };

export function conversationVerbs({ idColumn, lockLead, setStatus, repliedStatus }: Options) {
  const refOf = (id: string) => ({ [idColumn]: id }) as ConversationRef;

  type Locked = { tx: Transaction; lead: LockedLead; conversation: Conversation };

  async function lock(tx: Transaction, id: string): Promise<Locked> {
    const lead = await lockLead(tx, id);
    if (idColumn === 'orderId') await lockItsMessage(tx, id);
    return { tx, lead, conversation: await lockConversation(tx, refOf(id)) };
  }

  async function withLead<T>(
    ctx: ServiceContext,
    id: string,
    work: (locked: Locked) => Promise<T>,
  ): Promise<T> {
    requireAdmin(ctx);
    return withTransaction(ctx, async (tx) => work(await lock(tx, id)));
  }

  function restorer(ctx: ChangeContext, { tx, lead }: Locked) {
    return async (status: string) => {
      const isItsOwn = lead.status === repliedStatus(status);
      if (isItsOwn && status !== lead.status) await setStatus(ctx, tx, [lead], status);
    };
  }

  async function write(
    ctx: ServiceContext,
    id: string,
    { lastWordAt, ...reply }: Written & { filePaths: readonly string[]; isElsewhere: boolean },
  ): Promise<{ id: string }> {
    return withLead(ctx, id, async ({ tx, lead, conversation }) => {
      const { isReplay } = await recordReply(ctx, tx, conversation, {
        ...reply,
        status: lead.status,
        seenUntil: new Date(lastWordAt),
        recipient: reply.isElsewhere ? null : lead.email,
      });
      const status = repliedStatus(lead.status);
      if (!isReplay && status !== lead.status) await setStatus(ctx, tx, [lead], status);
      await logContactAccess(ctx, tx, {
        action: 'update',
        fields: reply.isElsewhere ? ['reply'] : ['reply', 'email'],
        ...leadsOf(conversation),
      });
      return { id: reply.id };
    });
  }

  return {
    async getConversation(
      ctx: ServiceContext,
      id: string,
      cursor?: Cursor,
    ): Promise<ConversationView> {
      requireAdmin(ctx);
      return withTransaction(ctx, async (tx) => {
        const found = await findConversation(tx, refOf(id));
        const conversation = found ?? (await lock(tx, id)).conversation;
        const view = await readConversation(tx, conversation, cursor);
        const fields = ['conversation'];
        await logContactAccess(ctx, tx, { action: 'view', fields, ...leadsOf(conversation) });
        return view;
      });
    },

    async reply(
      ctx: ServiceContext,
      id: string,
      reply: Written & { filePaths: readonly string[] },
    ) {
      requireRecentProof(ctx, 'work');
      return write(ctx, id, { ...reply, isElsewhere: false });
    },

    markAnsweredElsewhere(ctx: ServiceContext, id: string, reply: Written) {
      return write(ctx, id, { ...reply, filePaths: [], isElsewhere: true });
    },

    async undoReply(ctx: ServiceContext, id: string, entryId: string): Promise<void> {
      await withLead(ctx, id, async (locked) => {
        const { tx, conversation } = locked;
        await undoReply(ctx, tx, conversation, { entryId, restoreStatus: restorer(ctx, locked) });
        const fields = ['reply'];
        await logContactAccess(ctx, tx, { action: 'update', fields, ...leadsOf(conversation) });
      });
    },

    /** `record` returns the reason when the loss is news. */
    async loseReply(
      ctx: ChangeContext,
      id: string,
      { entryId, record }: { entryId: string; record: RecordLoss },
    ): Promise<void> {
      await withTransaction(ctx, async (tx) => {
        const locked = await lock(tx, id);
        const reason = await record(tx);
        if (reason === null) return;
        await loseReply(ctx, tx, locked.conversation, {
          entryId,
          reason,
          isSuspect: locked.lead.isSuspect,
          restoreStatus: restorer(ctx, locked),
        });
      });
    },

    async giveReplyAgain(
      ctx: ServiceContext,
      id: string,
      reply: { entryId: string; given: readonly string[] },
    ): Promise<void> {
      await withLead(ctx, id, async ({ tx, lead, conversation }) => {
        const { isSettled } = await giveReplyAgain(ctx, tx, conversation, reply);
        const status = repliedStatus(lead.status);
        if (isSettled && status !== lead.status) await setStatus(ctx, tx, [lead], status);
      });
    },

    async addNote(ctx: ServiceContext, id: string, note: { id: string; body: string }) {
      await withLead(ctx, id, ({ tx }) => addNote({ ...ctx, db: tx }, refOf(id), note));
      return { id: note.id };
    },

    async changeConversation(
      ctx: ServiceContext,
      id: string,
      { assigneeId, snoozedUntil, nextStep, nextStepOn = null }: ConversationChange,
    ): Promise<void> {
      if ([assigneeId, snoozedUntil, nextStep].every((value) => value === undefined)) {
        throw new ServiceError('BAD_REQUEST', CONVERSATION_MESSAGES.noChange);
      }
      await withLead(ctx, id, async ({ tx }) => {
        const within = { ...ctx, db: tx };
        if (assigneeId !== undefined) await assign(within, refOf(id), assigneeId);
        if (nextStep !== undefined) await setNextStep(within, refOf(id), { nextStep, nextStepOn });
        if (snoozedUntil !== undefined) {
          await snooze(within, refOf(id), snoozedUntil === null ? null : new Date(snoozedUntil));
        }
      });
    },

    openEntryFile: (ctx: ServiceContext, id: string, fileId: string) =>
      openEntryFile(ctx, refOf(id), fileId),
  };
}
