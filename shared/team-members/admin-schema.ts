import * as z from 'zod';
import { textFields } from '#shared/common/text.ts';
import { optionalImageUrl } from '#shared/uploads/admin-schema.ts';
import { TEAM_MEMBER_MESSAGES } from './messages.ts';
import { teamMemberSchema } from './schema.ts';
import { NEW_TEAM_MEMBER, TEAM_MEMBER_LIMITS } from './values.ts';

const { required } = textFields(TEAM_MEMBER_LIMITS, TEAM_MEMBER_MESSAGES);
const isPublished = z.boolean({ error: TEAM_MEMBER_MESSAGES.isPublished });

const sortOrder = z
  .int({ error: TEAM_MEMBER_MESSAGES.sortOrder })
  .min(0, TEAM_MEMBER_MESSAGES.sortOrder)
  .max(TEAM_MEMBER_LIMITS.sortOrder, TEAM_MEMBER_MESSAGES.sortOrder);

/** A team member as an administrator writes it; what is optional and missing stays as it is. */
export const teamMemberInputSchema = z.object({
  name: required('name'),
  role: required('role'),
  photoUrl: optionalImageUrl,
  sortOrder: sortOrder.optional(),
  isPublished: isPublished.optional(),
});

export const newTeamMemberSchema = teamMemberInputSchema.extend({
  sortOrder: sortOrder.default(NEW_TEAM_MEMBER.sortOrder),
  isPublished: isPublished.default(NEW_TEAM_MEMBER.isPublished),
});

/** With the time of the version that was changed; without one the save overwrites. */
export const teamMemberChangeSchema = teamMemberInputSchema.extend({
  updatedAt: z.iso.datetime().optional(),
});

export const adminTeamMemberSchema = teamMemberSchema.extend({
  sortOrder: z.int(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
  isSample: z.boolean(),
});

export type AdminTeamMember = z.infer<typeof adminTeamMemberSchema>;
