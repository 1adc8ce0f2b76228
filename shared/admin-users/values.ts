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

/** Of whatever states none. */
export const DEFAULT_ACCESS: Access = 'work';

/** Whether a role includes what is asked for. */
export function mayAccess(role: AdminRole, access: Access): boolean {
  const roles: readonly AdminRole[] = ACCESS[access];
  return roles.includes(role);
}

export const ROLE_OPTIONS = [
  { value: 'owner', label: 'Owner' },
  { value: 'member', label: 'Member' },
  { value: 'auditor', label: 'Auditor' },
] as const satisfies readonly { value: AdminRole; label: string }[];

/** The part of the account's screen that is about everybody. */
export const ADMINISTRATORS_TAB = 'administrators';
