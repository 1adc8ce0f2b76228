import { splitSignals } from '#shared/forms/schema.ts';
import { Hono } from 'hono';
import { submitOrderResponseSchema, submitOrderSchema } from '#shared/orders/schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/base/request-context.ts';
import { validateHeaders, validateJson } from '#server/http/api/validate.ts';
import { createOrder } from '#server/services/orders/index.ts';
import { describeEndpoint, SENDING_ERRORS } from './base/describe.ts';
import { keyHeaderSchema, optionalKeySchema } from './base/idempotency-key.ts';
import { messageResponseSchema, sendMessageSchema } from '#shared/messages/schema.ts';
import { createMessage } from '#server/services/messages/index.ts';

export const submitOrderApi = new Hono<HonoEnv>().post(
  '/',
  describeEndpoint({
    part: 'leads',
    summary: 'Submit an order request',
    description:
      '`fileUrls` holds the paths that `POST /api/order-attachments` returned for the same `Idempotency-Key`. The same key with ' +
      'the same body gets the same response again, however often it is sent. `leftOutFiles` names files that ' +
      '`POST /api/order-attachments` rejected for want of room, so that the conversation names them.',
    response: {
      status: 201,
      description: 'The order is stored',
      schema: submitOrderResponseSchema,
    },
    errors: [...SENDING_ERRORS, 'UNPROCESSABLE'],
  }),
  validateHeaders(keyHeaderSchema),
  validateJson(submitOrderSchema),
  async (c) => {
    const { signals, rest } = splitSignals(c.req.valid('json'));
    const { fileUrls, leftOutFiles, termsVersion, ...input } = rest;
    const { reference, trackingPath } = await createOrder(contextOf(c), {
      input,
      filePaths: fileUrls,
      termsVersion,
      leftOutFiles,
      idempotencyKey: c.req.valid('header')['idempotency-key'],
      signals,
    });
    return privateResponse({ success: true, reference, trackingPath }, 201);
  },
);

export const contactMessagesApi = new Hono<HonoEnv>().post(
  '/',
  describeEndpoint({
    part: 'leads',
    summary: 'Send a contact message',
    description: 'With an `Idempotency-Key`, a message that is sent again is stored once.',
    response: {
      status: 201,
      description: 'The message is stored',
      schema: messageResponseSchema,
    },
    errors: [...SENDING_ERRORS, 'UNPROCESSABLE'],
  }),
  validateHeaders(optionalKeySchema),
  validateJson(sendMessageSchema),
  async (c) => {
    const { signals, rest: input } = splitSignals(c.req.valid('json'));
    const { id, trackingPath } = await createMessage(contextOf(c), {
      input,
      idempotencyKey: c.req.valid('header')['idempotency-key'] ?? null,
      signals,
    });
    return privateResponse({ success: true, id, trackingPath }, 201);
  },
);
