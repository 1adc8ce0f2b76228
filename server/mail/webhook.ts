import { createHmac } from 'node:crypto';
import { errorCode } from '#server/lib/files.ts';
import { LIMITS } from '#server/core/limits.ts';
import { WEBHOOK_MESSAGES as messages } from '#shared/escalation/messages.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Mailer, OutboxMailer } from './mailer.ts';
import type { MailContent } from './templates/content.ts';

type Webhook = { url: string; secret: string };

/** Escapes what Slack reads as markup (docs.slack.dev/messaging/formatting-message-text). */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function toSlackMessage({ subject, preheader, blocks }: MailContent): string {
  const heading = escapeMarkup(subject);
  const facts = escapeMarkup(preheader);
  const button = blocks.find(({ type }) => type === 'button');
  const { url, label } = { url: '', label: '', ...button };
  const text = `*${heading}*\n${facts}\n<${url}|${label}>`;
  return JSON.stringify({
    text: `${heading}. ${facts} ${url}`,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
  });
}

function sign(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

function describeFailure(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return messages.tooSlow(LIMITS.webhook / 1_000);
  return messages.unreachable(errorCode(cause) ?? name);
}

/** Errors omit the URL, which may be a secret. */
export function createWebhookMailer(
  mailer: Mailer,
  webhook: Webhook | null,
  now: () => Date,
): OutboxMailer {
  return {
    ...mailer,
    transport: 'webhook',
    close: () => undefined,
    async send({ content, messageId }, signal) {
      if (webhook === null) throw new DeliveryError('outdated', messages.notSet);
      const body = toSlackMessage(content);
      const response = await fetch(webhook.url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.webhook)]),
        headers: {
          'content-type': 'application/json',
          'x-vitrin-signature': sign(body, webhook.secret, now()),
          'x-vitrin-delivery': messageId.slice(1, -1),
        },
        body,
      }).catch((error: unknown) => {
        throw new DeliveryError('transport', describeFailure(error), error);
      });
      await response.body?.cancel();
      if (!response.ok) throw new DeliveryError('transport', messages.rejected(response.status));
      return { rejected: [] };
    },
  };
}
