import { createHmac } from 'node:crypto';
import type { ServiceContext } from '#server/context.ts';
import { errorCode } from '#server/lib/files.ts';
import type { Reminded } from '#server/mail/templates/promise-reminder.ts';
import { LIMITS } from '#server/limits.ts';
import { findOfficeHours } from '#server/services/site-settings/index.ts';
import { REMINDER_HEADINGS, WEBHOOK_MESSAGES as messages } from '#shared/escalation/messages.ts';
import { whenOf } from '#shared/office-hours/sentences.ts';
import { findReminded, type Reminder } from './reminder.ts';

/** Where reminders are posted, and the secret that signs them. */
export type Webhook = { url: string; secret: string; siteUrl: string };

const DAY_MS = 24 * 60 * 60_000;

/** What Slack reads as markup (docs.slack.dev/messaging/formatting-message-text). */
function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The reminder in Slack's form, without anything that the visitor has said of themselves. */
function bodyOf(reminded: Reminded, siteUrl: string, timeZone: string): string {
  const { enquiry, level, serviceType, assignee, dueAt } = reminded;
  const url = `${siteUrl}${enquiry.adminPath}`;
  const what = messages.what(enquiry.label, serviceType);
  const facts = messages.facts(whenOf(dueAt, timeZone), assignee && escapeMarkup(assignee));
  const heading = `${REMINDER_HEADINGS[level]}: ${what}`;
  return JSON.stringify({
    text: `${heading}. ${facts} ${url}`,
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*${heading}*\n${facts}\n<${url}|${messages.open}>` },
      },
    ],
  });
}

/** `t=…,v1=…`: seconds since 1970, and the HMAC-SHA256 of them, a dot and the body, in hexadecimal. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/**
 * Posts a reminder to the webhook, unless it is no news any more; whether it did. Rejects, in words without the URL (which may be a
 * secret), when it was not taken.
 */
export async function postReminder(
  ctx: ServiceContext,
  reminder: Reminder,
  { url, secret, siteUrl }: Webhook,
): Promise<boolean> {
  const now = ctx.now();
  const reminded = await findReminded(ctx.db, reminder, now);
  if (reminded === null || now.getTime() - reminded.dueAt.getTime() > DAY_MS) return false;
  const { timeZone } = await findOfficeHours(ctx);
  const body = bodyOf(reminded, siteUrl, timeZone);
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMITS.webhook),
    headers: {
      'content-type': 'application/json',
      'x-vitrin-signature': signatureOf(body, secret, now),
    },
    body,
  }).catch((error: unknown) => {
    throw new Error(failureOf(error), { cause: error });
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(messages.rejected(response.status));
  return true;
}

function failureOf(error: unknown): string {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return messages.tooSlow(LIMITS.webhook / 1_000);
  return messages.unreachable(errorCode(cause) ?? name);
}
