import { randomUUID } from 'node:crypto';
import { buildMessageInput, buildOrderInput } from '../../tests/support/leads.ts';
import { type Asked, buildJsonPost, type RequestHeaders } from './connection.ts';

/** Fields that the form's script adds. */
const FORM = { homepage: '', formAge: 42_000 };

/** A message with its own text, key and sender, as people's messages have. */
export function buildMessage(headers: RequestHeaders, text = 'Could we meet on Tuesday?'): Asked {
  const key = randomUUID();
  const changes = { email: `${key}@example.com`, message: `${key} ${text}` };
  const body = { ...buildMessageInput(changes), ...FORM };
  return buildJsonPost('/api/contact-messages', { 'idempotency-key': key, ...headers }, body);
}

export function buildOrder(
  headers: RequestHeaders,
  fileUrls: string[],
  text = 'A dashboard that shows open shipments, unpaid invoices and late customers.',
): Asked {
  const key = randomUUID();
  const changes = { email: `${key}@example.com`, projectDescription: `${key} ${text}` };
  const body = { ...buildOrderInput(changes), fileUrls, ...FORM };
  return buildJsonPost('/api/submit-order', { 'idempotency-key': key, ...headers }, body);
}
