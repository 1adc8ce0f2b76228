import {
  conversationChangeSchema,
  conversationSchema,
  elsewhereSchema,
  newNoteSchema,
  newReplySchema,
  writtenSchema,
} from '#shared/conversations/admin-schema.ts';
import { CONVERSATION_MESSAGES } from '#shared/conversations/messages.ts';
import { ATTACHMENT_TYPES } from '#shared/orders/values.ts';
import type { Lead } from '#server/services/leads/index.ts';
import { attachmentResponse } from '#server/api/base/downloads.ts';
import { done, endpoint, file, record } from '#server/api/base/endpoint.ts';
import { keyHeaderSchema } from '#server/api/base/idempotency-key.ts';
import { attachmentUploads } from '#server/api/base/order-attachments.ts';
import { pageQuery } from '#server/api/base/queries.ts';

const KEY_DESCRIPTION = 'The same `Idempotency-Key` with the same body changes nothing again.';

export const attachedFile = file('The file', ...ATTACHMENT_TYPES.map(({ mime }) => mime));

export function conversationEndpoints(lead: Lead) {
  const { notFound } = lead;
  return {
    'GET /:id/conversation': endpoint({
      summary: 'The conversation of an enquiry, with a page of its timeline',
      query: pageQuery.pick({ cursor: true }),
      notFound,
      response: record(conversationSchema),
      run: (ctx, { id, query: { cursor } }) => lead.getConversation(ctx, id, cursor),
    }),
    'PATCH /:id/conversation': endpoint({
      summary: 'Assigns an enquiry, snoozes it, or says what is to be done next',
      body: conversationChangeSchema,
      notFound,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      response: done,
      run: (ctx, { id, body }) => lead.changeConversation(ctx, id, body),
    }),
    'POST /:id/replies': endpoint({
      summary: 'Replies by mail',
      description: `The mail is sent ten seconds later; until then it can be undone. Rejected when something was said after \`last_word_at\`. \`file_urls\` holds the paths that \`POST /api/admin/reply-files\` returned for the same key. ${KEY_DESCRIPTION}`,
      headers: keyHeaderSchema,
      body: newReplySchema,
      notFound,
      errors: ['PROOF_REQUIRED', 'CONFLICT', 'UNPROCESSABLE'],
      response: record(writtenSchema, 201),
      run: (ctx, { id, headers, body: { fileUrls, ...reply } }) =>
        lead.reply(ctx, id, { ...reply, id: headers['idempotency-key'], filePaths: fileUrls }),
    }),
    'DELETE /:id/replies/:entryId': endpoint({
      summary: 'Takes your own reply back while it waits to be sent',
      notFound: CONVERSATION_MESSAGES.replyGone,
      errors: ['CONFLICT'],
      response: done,
      run: (ctx, { id, entryId }) => lead.undoReply(ctx, id, entryId),
    }),
    'POST /:id/answered-elsewhere': endpoint({
      summary: 'Records that the visitor was answered by other ways than from here',
      description: KEY_DESCRIPTION,
      headers: keyHeaderSchema,
      body: elsewhereSchema,
      notFound,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      response: record(writtenSchema, 201),
      run: (ctx, { id, headers, body }) =>
        lead.markAnsweredElsewhere(ctx, id, { ...body, id: headers['idempotency-key'] }),
    }),
    'POST /:id/notes': endpoint({
      summary: 'Adds an internal note',
      description: KEY_DESCRIPTION,
      headers: keyHeaderSchema,
      body: newNoteSchema,
      notFound,
      errors: ['UNPROCESSABLE'],
      response: record(writtenSchema, 201),
      run: (ctx, { id, headers, body }) =>
        lead.addNote(ctx, id, { ...body, id: headers['idempotency-key'] }),
    }),
    'GET /:id/attachments/:fileId': endpoint({
      summary: 'A file of the conversation',
      notFound: CONVERSATION_MESSAGES.fileNotFound,
      response: attachedFile,
      run: async (ctx, { id, fileId }, c) =>
        attachmentResponse(await lead.openEntryFile(ctx, id, fileId), c.req.raw.method),
    }),
  };
}

export const replyFilesAdminApi = attachmentUploads({
  part: 'orders',
  summary: 'Uploads a file of a reply',
  description: 'A file that no reply takes along is removed after 24 hours.',
});
