export const TEAM_MEMBER_MESSAGES = {
  name: 'Name is required',
  nameTooLong: 'Name must be at most 200 characters',
  role: 'Role is required',
  roleTooLong: 'Role must be at most 200 characters',
  sortOrder: 'Order must be a whole number from 0 to 1,000,000,000',
  isPublished: 'Choose whether the team member is published',
  notFound: 'This team member does not exist any more.',
  conflict: 'This team member was changed by someone else in the meantime.',
} as const;

export const TEAM_MEMBER_LABELS = {
  name: 'Name',
  role: 'Role',
  photoUrl: 'Portrait',
  sortOrder: 'Order',
  isPublished: 'Published',
};

export const TEAM_MEMBER_SCREEN_MESSAGES = {
  sortOrderHint: 'Smaller numbers come first.',
  portraitOf: (name: string) => `Portrait of ${name}`,
} as const;
