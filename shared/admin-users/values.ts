export const ADMIN_ROLES = ['owner', 'member', 'auditor'] as const;

export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The table of rights: what an endpoint or a screen of the back office may ask for, and the roles that include it. */
export const ACCESS = {
  /** The account, and what everybody who is signed in needs. */
  own: ['owner', 'member', 'auditor'],
  /** Who has read or changed contact data. */
  audit: ['owner', 'auditor'],
  /** Orders, messages, content, and the figures about them. */
  work: ['owner', 'member'],
  /** What decides over others, or takes contact data out of the house. */
  administration: ['owner'],
} as const satisfies Record<string, readonly AdminRole[]>;

export type Access = keyof typeof ACCESS;

export const DEFAULT_ACCESS: Access = 'work';

export function mayAccess(role: AdminRole, access: Access): boolean {
  const roles: readonly AdminRole[] = ACCESS[access];
  return roles.includes(role);
}

export const ROLE_OPTIONS = [
  { value: 'owner', label: 'Owner' },
  { value: 'member', label: 'Member' },
  { value: 'auditor', label: 'Auditor' },
] as const satisfies readonly { value: AdminRole; label: string }[];

export const ADMINISTRATORS_TAB = 'administrators';

export const INVITATION_MS = 48 * 60 * 60 * 1_000;

export const MAX_OPEN_INVITATIONS = 50;

export const MAX_DISPLAY_NAME = 100;

/** The fragment of the sign-in page that carries the token: browsers send no fragment to any server. */
export const INVITATION_FRAGMENT = 'invitation';

export function invitationPath(token: string): string {
  return `/adminloginpage#${INVITATION_FRAGMENT}=${token}`;
}
