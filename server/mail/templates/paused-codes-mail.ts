import { formatUtc, headerText, type MailContent } from './content.ts';
import { PAUSED_CODES_MESSAGES as messages } from './messages.ts';

export type PausedCodes = {
  username: string;
  until: Date;
  passkeys: number;
  recoveryCodes: number;
};

export function pausedCodesMail(
  { username, until, passkeys, recoveryCodes }: PausedCodes,
  siteUrl: string,
): MailContent {
  return {
    subject: messages.subject,
    preheader: messages.preheader,
    heading: messages.heading,
    blocks: [
      { type: 'paragraph', text: messages.happened(headerText(username)) },
      {
        type: 'list',
        heading: messages.ways,
        items: [
          ...(passkeys > 0 ? [messages.passkey] : []),
          ...(recoveryCodes > 0 ? [messages.recoveryCode(recoveryCodes)] : []),
          messages.later(formatUtc(until)),
        ],
      },
      { type: 'paragraph', text: messages.notYou },
      { type: 'button', label: messages.open, url: `${siteUrl}/admin/security` },
    ],
    reason: messages.reason,
  };
}
