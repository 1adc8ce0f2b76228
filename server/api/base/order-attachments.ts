import { type Context, Hono } from 'hono';
import { ATTACHMENT_ACCEPT, MAX_UPLOAD_BYTES } from '#shared/orders/values.ts';
import { fileTooLargeMessage } from '#shared/orders/messages.ts';
import { orderAttachmentResponseSchema } from '#shared/orders/schema.ts';
import { ServiceError } from '#server/core/errors.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { readMultipart } from '#server/http/api/multipart.ts';
import { withPlainBody } from '#server/http/api/request-body.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { validateHeaders } from '#server/http/api/validate.ts';
import { uploadAttachment } from '#server/services/orders/index.ts';
import { describeEndpoint, describeUpload, SENDING_ERRORS } from './describe.ts';
import { keyHeaderSchema } from './idempotency-key.ts';

const MAX_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024;

function oneFileExpected(): ServiceError {
  const message = 'Send exactly one file in the field "file"';
  return new ServiceError('VALIDATION', message, { file: message });
}

async function receiveAttachment(c: Context<HonoEnv>, formKey: string): Promise<Response> {
  let stored: { path: string } | null = null;
  await readMultipart(withPlainBody(c), {
    maxFiles: 1,
    maxBytes: MAX_BODY_BYTES,
    tooLarge: fileTooLargeMessage('The file'),
    async onFile({ fieldName, fileName, content }) {
      if (fieldName !== 'file') throw oneFileExpected();
      stored = await uploadAttachment(contextOf(c), { formKey, fileName, content });
    },
  });
  if (!stored) throw oneFileExpected();
  return privateResponse(stored, 201);
}

type Described = Pick<Parameters<typeof describeEndpoint>[0], 'part' | 'summary' | 'description'>;

export function attachmentUploads(described: Described): Hono<HonoEnv> {
  const response = {
    status: 201,
    description: 'The file is stored under this path',
    schema: orderAttachmentResponseSchema,
  } as const;
  return new Hono<HonoEnv>().post(
    '/',
    describeEndpoint({ ...described, response, errors: SENDING_ERRORS }),
    describeUpload(),
    validateHeaders(keyHeaderSchema),
    (c) => receiveAttachment(c, c.req.valid('header')['idempotency-key']),
  );
}

export const orderAttachmentsApi = attachmentUploads({
  part: 'leads',
  summary: 'Upload one file of an order form',
  description: `At most 10 MB (${MAX_UPLOAD_BYTES} bytes), one of ${ATTACHMENT_ACCEPT.replaceAll(',', ', ')}. A file that no order claims is removed after 24 hours.`,
});
