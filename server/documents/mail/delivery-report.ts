import type { DeliveryReport } from '#server/documents/tasks/tasks.ts';

const MAX_SEARCHED = 512 * 1024;
const MAX_RECIPIENTS = 50;
const MAX_IDS = 20;
const MAX_DETAIL = 300;

// Only at the beginning of a line: `References` contains other IDs.
const MESSAGE_ID = /^(?:original-)?message-id:\s{0,20}(<[^<>\s]{3,900}>)/gimu;

type Status = { content: Buffer };

function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replaceAll(/\n[ \t]+/gu, ' ').split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

/** Removes the type from `rfc822; name@example.com` and `smtp; 550 5.1.1 no such user`. */
function typed(value: string | undefined): string {
  return (value ?? '')
    .replace(/^[\w.-]{1,40}\s?;/u, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL)
    .toWellFormed();
}

export function readDeliveryReport(raw: Buffer, statuses: readonly Status[]): DeliveryReport {
  const recipients: DeliveryReport['recipients'] = [];
  for (const { content } of statuses) {
    const blocks = content
      .subarray(0, MAX_SEARCHED)
      .toString('utf8')
      .replaceAll(/\r\n?/gu, '\n')
      .split(/\n[ \t]*\n/u);
    for (const block of blocks) {
      const fields = fieldsOf(block);
      const action = fields.get('action')?.toLowerCase();
      if (action === undefined || recipients.length === MAX_RECIPIENTS) continue;
      recipients.push({
        address: typed(fields.get('original-recipient') ?? fields.get('final-recipient')),
        action: /^[a-z]+/u.exec(action)?.[0] ?? '',
        status: /^[245]\.\d{1,3}\.\d{1,3}/u.exec(fields.get('status') ?? '')?.[0] ?? '',
        detail: typed(fields.get('diagnostic-code')),
      });
    }
  }
  return { recipients, messageIds: messageIdsOf(raw) };
}

export function messageIdsOf(raw: Buffer): string[] {
  const searched = raw.subarray(0, MAX_SEARCHED).toString('latin1').replaceAll('\0', '');
  const head = /\r?\n\r?\n/u.exec(searched)?.index ?? 0;
  const ids = Array.from(searched.slice(head).matchAll(MESSAGE_ID), ([, id = '']) => id);
  return [...new Set(ids)].slice(0, MAX_IDS);
}
