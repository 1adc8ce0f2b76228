import { randomUUID } from 'node:crypto';
import { buildMailSender } from '#tests/support/samples/sample-company.ts';
import { expect } from 'vitest';
import type { ServiceContext } from '#server/context/context.ts';
import { type MailKind, RECIPIENT_LIMITS } from '#server/mail/outbox/outbox.ts';
import { toPlainText } from '#server/mail/templates/plain-text.ts';
import { askForEmailChange, askForErasure, holdEnquiry } from '#server/services/privacy/index.ts';
import { messages } from '#server/services/messages/index.ts';
import { convertMessage, createOrder } from '#server/services/orders/index.ts';
import { addWord, wordIdOf } from '#server/services/tracking/index.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { buildAttachment } from '#tests/support/browser/admin-leads.ts';
import { it } from '#tests/support/fixtures.ts';
import { buildOrderInput } from '#tests/support/leads.ts';
import { asOwner, sendMessage } from '#tests/support/privacy/sent-enquiries.ts';
import { composeContent } from './compose-mail.ts';
import { readRow, updateRows } from '#tests/support/database/rows.ts';

type Message = Awaited<ReturnType<typeof sendMessage>>;

/** A message with all that mails are written about, and the payloads of those mails. */
async function buildConversation(ctx: ServiceContext, message: Message) {
  const { id: messageId, conversationId, token } = message;
  const owner = await asOwner(ctx);
  await askForErasure(ctx, token);
  const { id: requestId } = await readRow(ctx.db, 'trackingRequests', ['id'], { conversationId });
  const entryId = randomUUID();
  const { lastWordAt } = await messages.getConversation(owner, messageId);
  await messages.reply(owner, messageId, { id: entryId, body: 'Yes.', filePaths: [], lastWordAt });
  const word = { id: wordIdOf(conversationId, randomUUID()), body: 'Thanks.', filePaths: [] };
  await addWord(ctx, token, { ...word, signals: {} });
  await holdEnquiry(owner, { messageId }, 'A dispute');
  const waitingSince = ctx.now();
  const dueAt = new Date(waitingSince.getTime() + 60_000);
  const pending = { alertLevel: 80, waitingSince, dueAt };
  await updateRows(ctx.db, 'conversations', { id: conversationId }, pending);
  const payloads = {
    'conversations.reply': { entryId },
    'conversations.team': { conversationId },
    'promise.reminder': { conversationId, level: 80, waitingSince: waitingSince.toISOString() },
    'tracking.link': { conversationIds: [conversationId] },
    'tracking.confirm-erasure': { requestId },
    'tracking.email-changed': { requestId },
    'tracking.erasure-held': { conversationId },
  } satisfies Partial<Record<MailKind, object>>;
  return { owner, payloads };
}

/** The words of each mail, with its subject. */
async function readMails(ctx: ServiceContext, recipient: string, payloads: object) {
  const mails = Object.entries(payloads).map(async ([kind, payload]: [string, unknown]) => {
    const sources = { ...ctx, ...buildMailSender('https://site.example') };
    const content = await composeContent(sources, { kind, recipient, payload });
    return [kind, `${content.subject}\n${toPlainText(content, sources)}`] as const;
  });
  return Promise.all(mails);
}

it('the mails about a message name it, until it is an order', async ({ ctx }) => {
  const message = await sendMessage(ctx);
  const { owner, payloads } = await buildConversation(ctx, message);
  const named = `essage ${messageReference(message.id)}`;
  for (const [kind, text] of await readMails(ctx, message.email, payloads)) {
    expect(text, kind).toContain(named);
  }

  const order = await convertMessage(owner, message.id, buildOrderInput({ email: message.email }));
  for (const [kind, text] of await readMails(ctx, message.email, payloads)) {
    expect(text, kind).toContain(`rder ${order.reference}`);
    expect(text, kind).not.toContain(named);
  }
});

it('mails that strangers can cause repeat none of their text', async ({ ctx }) => {
  const address = `${randomUUID()}@example.com`;
  const typed = {
    fullName: 'Visit spam-name.example',
    phone: 'spam-phone.example',
    company: 'spam-company.example',
    projectDescription: 'Win a prize at spam-text.example. '.repeat(3),
  };
  const formKey = randomUUID();
  const file = { formKey, originalName: 'spam-file.example.pdf' };
  const { path } = await buildAttachment(ctx.db, file);
  const input = buildOrderInput({ ...typed, email: address });
  const order = await createOrder(ctx, { input, filePaths: [path], idempotencyKey: formKey });
  const message = await sendMessage(ctx, address);
  const entries = { name: typed.fullName, message: typed.projectDescription };
  await updateRows(ctx.db, 'contactMessages', { id: message.id }, entries);
  await askForEmailChange(ctx, message.token, `spam-address.example@${randomUUID()}.example`);
  const { conversationId } = message;
  const { id: requestId } = await readRow(ctx.db, 'trackingRequests', ['id'], { conversationId });
  const payloads: Partial<Record<MailKind, object>> = {
    'orders.confirmation': { orderId: order.id },
    'messages.confirmation': { messageId: message.id },
    'tracking.link': { conversationIds: [conversationId] },
    'tracking.confirm-email': { requestId },
    'tracking.confirm-erasure': { requestId },
    'tracking.email-changed': { requestId },
  };
  for (const [kind, max] of Object.entries(RECIPIENT_LIMITS)) {
    if (max !== null) expect(Object.keys(payloads)).toContain(kind);
  }
  for (const [kind, text] of await readMails(ctx, message.email, payloads)) {
    expect(text, kind).not.toContain('spam-');
  }
});

it('the receipt of a message says in its subject and its text what to call it', async ({ ctx }) => {
  const { id, email } = await sendMessage(ctx);
  const payload = { messageId: id };
  const reference = messageReference(id);
  const mails = { 'messages.confirmation': payload, 'messages.notify-team': payload };
  const [receipt, notice] = (await readMails(ctx, email, mails)).map(([, text]) => text);
  expect(receipt).toMatch(new RegExp(`^We have your message ${reference}\n`));
  expect(receipt).toContain(`Yours has the reference ${reference}.`);
  expect(notice).toMatch(new RegExp(`^New message ${reference} from `));
});
