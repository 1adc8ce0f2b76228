export const ROLE_MESSAGES = {
  denied: 'Your role does not include this.',
} as const;

export const ADMIN_USER_MESSAGES = {
  notFound: 'There is no such administrator.',
  noInvitation: 'This invitation does not exist any more.',
  role: 'Choose a role',
  change: 'Say what to change: the role, or whether the administrator may sign in',
  email: 'Enter a valid e-mail address',
  emailTaken: 'An administrator has this e-mail address already.',
  invited: 'This address is invited already. Send that invitation again, or revoke it first.',
  tooManyInvitations: 'Too many invitations are open. Revoke some first.',
  lastOwner: 'This is the last active owner. Make somebody else an owner first.',
  displayName: 'Enter the name that others see',
  displayNameTooLong: (max: number) => `The name can have at most ${max} characters`,
  username: 'The username must be 1 to 64 letters, digits or . _ @ -',
  usernameTaken: 'This username is taken. Please choose another.',
  password: 'Choose a password',
  invitationOver:
    'This invitation cannot be used. It has been used already, was revoked, is older than 48 hours, or the link is not complete. Ask for a new one.',
} as const;
