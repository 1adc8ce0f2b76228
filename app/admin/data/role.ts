import { createContext, useContext } from 'react';
import { type Access, type AdminRole, mayAccess } from '#shared/admin-users/values.ts';
import { DATA_MESSAGES } from './messages.ts';
import { accessOf, OWN_SCREEN, SCREENS } from './screens.ts';

/** The role of the administrator whose screens are shown; null where nobody is signed in. */
export const RoleContext = createContext<AdminRole | null>(null);

export function homeOf(role: AdminRole | null) {
  const home = SCREENS.find(({ path }) => role !== null && mayAccess(role, accessOf(path)));
  return home ?? { path: OWN_SCREEN, label: DATA_MESSAGES.ownAccount };
}

/** What the role includes. It is comfort: the server decides, by the same table. */
export function useRole() {
  const role = useContext(RoleContext);
  return {
    may: (access: Access) => role !== null && mayAccess(role, access),
    /** The same for a screen, or a tab of one, by its URL. */
    mayOpen: (url: string) => role !== null && mayAccess(role, accessOf(url)),
    home: homeOf(role),
  };
}
