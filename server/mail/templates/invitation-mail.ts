import { type AdminRole, ROLE_OPTIONS } from '#shared/admin-users/values.ts';
import { formatUtc, headerText, type MailContent } from './content.ts';
import { INVITATION_MESSAGES as messages } from './messages.ts';

export type MailedInvitation = {
  role: AdminRole;
  /** Null: the account is gone. */
  invitedBy: string | null;
  expiresAt: Date;
  url: string;
};

export function invitationMail({ role, invitedBy, expiresAt, url }: MailedInvitation): MailContent {
  const label = ROLE_OPTIONS.find(({ value }) => value === role)?.label ?? role;
  const by = invitedBy === null ? messages.somebody : headerText(invitedBy);
  return {
    subject: messages.subject,
    preheader: messages.preheader,
    heading: messages.heading,
    blocks: [
      { type: 'paragraph', text: messages.invited(by, label.toLowerCase()) },
      { type: 'paragraph', text: messages.choose },
      { type: 'button', label: messages.accept, url },
      { type: 'paragraph', text: messages.until(formatUtc(expiresAt)) },
    ],
    reason: messages.reason,
  };
}
