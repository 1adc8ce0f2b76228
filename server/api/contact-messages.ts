import { splitSignals } from '#shared/forms/schema.ts';
import { Hono } from 'hono';
import { messageResponseSchema, sendMessageSchema } from '#shared/messages/schema.ts';
import { privateResponse } from '#server/http/api/json-response.ts';
import { contextOf, type HonoEnv } from '#server/http/request-context.ts';
import { validateHeaders, validateJson } from '#server/http/api/validate.ts';
import { createMessage } from '#server/services/messages/index.ts';
import { describeEndpoint, SENDING_ERRORS } from './describe.ts';
import { optionalKeySchema } from './idempotency-key.ts';

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
