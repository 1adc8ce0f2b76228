/** In characters; the sort order is a number. */
export const TEAM_MEMBER_LIMITS = { name: 200, role: 200, sortOrder: 1_000_000_000 } as const;

export const NEW_TEAM_MEMBER = {
  name: '',
  role: '',
  photoUrl: '',
  sortOrder: 0,
  isPublished: false,
};
