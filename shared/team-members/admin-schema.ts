import * as z from 'zod';
import { defineRecord, sortOrderField } from '#shared/content/record.ts';
import { imageField, lineField, switchField } from '#shared/site-content/fields.ts';
import { teamMemberSchema } from './schema.ts';

export const TEAM_MEMBER = defineRecord({
  noun: 'team member',
  fields: {
    name: lineField({ label: 'Name', max: 200, isRequired: true }),
    role: lineField({ label: 'Role', max: 200, isRequired: true }),
    photoUrl: imageField({ label: 'Portrait', folder: 'team-photos', isRound: true }),
    sortOrder: sortOrderField('Order'),
    isPublished: switchField({ label: 'Published' }),
  },
  retained: ['sortOrder', 'isPublished'],
  record: { ...teamMemberSchema.shape, sortOrder: z.int(), isPublished: z.boolean() },
});

export type AdminTeamMember = z.infer<(typeof TEAM_MEMBER)['schemas']['record']>;
