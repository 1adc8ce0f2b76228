import { createContext, useContext } from 'react';
import { type Access, type AdminRole, mayAccess } from '#shared/admin-users/values.ts';
import { DATA_MESSAGES } from './messages.ts';
import { accessOf, OWN_SCREEN, SCREENS } from './screens.ts';

export const RoleContext = createContext<AdminRole | null>(null);

export function homeOf(role: AdminRole | null) {
  const home = SCREENS.find(({ path }) => role !== null && mayAccess(role, accessOf(path)));
  return home ?? { path: OWN_SCREEN, label: DATA_MESSAGES.ownAccount };
}

/** Only hides controls: the server enforces the same table. */
export function useRole() {
  const role = useContext(RoleContext);
  return {
    may: (access: Access) => role !== null && mayAccess(role, access),
    mayOpen: (url: string) => role !== null && mayAccess(role, accessOf(url)),
    home: homeOf(role),
  };
}
