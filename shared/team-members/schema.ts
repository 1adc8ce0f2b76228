import * as z from 'zod';

export const teamMemberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.string(),
  photoUrl: z.string().nullable(),
});

export type TeamMember = z.infer<typeof teamMemberSchema>;
