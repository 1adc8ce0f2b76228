import type { AdminRole } from '#shared/admin-users/values.ts';

export const ADMINISTRATOR_TABS = {
  label: 'Account and administrators',
  own: 'Your account',
  administrators: 'Administrators',
} as const;

export const ADMINISTRATOR_MESSAGES = {
  heading: 'Administrators',
  label: 'All administrators',
  explanation:
    'Owners may do everything and alone decide over others. Members work on orders, messages and content. Auditors see the contact audit and nothing that it is about.',
  loading: 'Loading the administrators...',
  loadFailed: 'Failed to load the administrators',
  empty: 'No administrators found',
  name: 'Administrator',
  email: 'E-mail',
  role: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  signIn: 'Sign-in',
  lastSignIn: 'Last sign-in',
  actions: 'Actions',
  you: 'You',
  inactive: 'Deactivated',
  none: '—',
  never: 'Never',
  twoSteps: 'Two steps',
  oneStep: 'Password only',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  changed: 'Role changed. Their sessions have ended.',
  deactivate: 'Deactivate',
  deactivated: 'Deactivated. Their sessions have ended.',
  reactivate: 'Reactivate',
  reactivated: 'They can sign in again.',
  roleQuestion: (name: string, role: string, isCurrent: boolean) => ({
    title: isCurrent ? `Give up your role for ${role}?` : `Make ${name} ${role}?`,
    text: isCurrent
      ? 'Your sessions end at once, here too. Only another owner can give the role back.'
      : 'Their sessions end at once, and with the next sign-in the new role counts.',
    confirmLabel: 'Change role',
  }),
  deactivateQuestion: (name: string) => ({
    title: `Deactivate ${name}?`,
    text: 'Their sessions end at once, and they cannot sign in until an owner reactivates them. What they did stays recorded.',
    confirmLabel: 'Deactivate',
    isDestructive: true,
  }),
} as const;

export const ROLE_IN_SENTENCE: Record<AdminRole, string> = {
  owner: 'an owner',
  member: 'a member',
  auditor: 'an auditor',
};

export const PROFILE_MESSAGES = {
  heading: 'Name and e-mail',
  name: 'Your name (optional)',
  nameHint: 'As colleagues see it. Without one they see your username.',
  email: 'Your e-mail address (optional)',
  emailHint: 'Another address asks for your password again.',
  save: 'Save',
  saved: 'Saved',
} as const;

export const INVITATION_LIST_MESSAGES = {
  heading: 'Invitations',
  label: 'Open invitations',
  explanation:
    'A mail with a link goes to the address. The link opens for 48 hours and makes one account.',
  loading: 'Loading the invitations...',
  loadFailed: 'Failed to load the invitations',
  empty: 'Nobody is invited',
  emptyHint: 'Invite somebody, and they choose their own username and password.',
  email: 'E-mail',
  role: 'Role',
  invitedBy: 'Invited by',
  ends: 'Ends',
  expired: 'Expired',
  actions: 'Actions',
  none: '—',
  invite: 'Invite somebody',
  inviteTitle: 'Invite an administrator',
  roleHints: {
    owner: 'Everything, and alone: administrators, settings, the traffic guard, exports.',
    member: 'Orders, messages, content and their own account.',
    auditor: 'The contact audit with its export, and their own account. No contents.',
  },
  create: 'Invite',
  resend: 'New link',
  revoke: 'Revoke',
  revoked: 'Invitation revoked. Its link opens nothing any more.',
  revokeQuestion: (email: string) => ({
    title: `Revoke the invitation of ${email}?`,
    text: 'Its link opens nothing any more.',
    confirmLabel: 'Revoke',
    isDestructive: true,
  }),
  linkTitle: 'The link of the invitation',
  linkFor: (email: string) => `Link for ${email}`,
  mailed: 'An email with it is on its way.',
  linkText:
    'The link is shown here only once. You can also hand it over yourself: the first person to use it creates the account.',
  copy: 'Copy the link',
  done: 'Done',
} as const;
