import {
  mailCheckSchema,
  mailDetailSchema,
  mailFilterSchema,
  mailPreviewSchema,
  mailSchema,
  mailTransportSchema,
  resendResultsSchema,
  resendSchema,
  sampleMailQuerySchema,
} from '#shared/mails/admin-schema.ts';
import { MAIL_ADMIN_MESSAGES } from '#shared/mails/messages.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import {
  checkMailConnection,
  getMail,
  listMails,
  previewSampleMail,
  resendMails,
} from '#server/services/mails/index.ts';
import { pageQuery } from '#server/api/base/queries.ts';
import { endpoint, list, record, routerOf } from '#server/api/base/endpoint.ts';

export const mailsAdminApi = (mailer: Mailer) =>
  routerOf('mails', {
    'GET /': endpoint({
      summary: 'A page of the mails, the newest first',
      query: mailFilterSchema.extend(pageQuery.shape),
      response: list(mailSchema),
      run: (ctx, { query }) => listMails(ctx, mailer, query),
    }),
    'GET /sample': endpoint({
      summary: 'How a kind of mail reads, with sample data',
      query: sampleMailQuerySchema,
      response: record(mailPreviewSchema),
      run: (ctx, { query }) => previewSampleMail(ctx, mailer, query.kind),
    }),
    'GET /transport': endpoint({
      summary: 'Whether emails are sent or only saved as files',
      response: record(mailTransportSchema),
      run: async () => ({ transport: mailer.transport }),
    }),
    'POST /check': endpoint({
      summary: 'Tries the way out for mails, without sending one',
      response: record(mailCheckSchema),
      run: (ctx) => checkMailConnection(ctx, mailer),
    }),
    'POST /resend': endpoint({
      summary: 'Puts mails that did not get there into the outbox again',
      body: resendSchema,
      errors: ['PROOF_REQUIRED'],
      response: record(resendResultsSchema),
      run: (ctx, { body }) => resendMails(ctx, body.ids),
    }),
    'GET /:id': endpoint({
      summary: 'A mail with what it says',
      notFound: MAIL_ADMIN_MESSAGES.notFound,
      response: record(mailDetailSchema),
      run: (ctx, { id }) => getMail(ctx, mailer, id),
    }),
  });
