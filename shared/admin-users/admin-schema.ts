import * as z from 'zod';
import { ADMIN_USER_MESSAGES } from './messages.ts';
import { ADMIN_ROLES } from './values.ts';

const roleSchema = z.enum(ADMIN_ROLES, { error: ADMIN_USER_MESSAGES.role });

export const administratorSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  displayName: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ADMIN_ROLES),
  isActive: z.boolean(),
  hasSecondFactor: z.boolean(),
  passkeys: z.int(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  isCurrent: z.boolean(),
});

export const administratorChangeSchema = z
  .strictObject({ role: roleSchema.optional(), isActive: z.boolean().optional() })
  .refine(({ role, isActive }) => role !== undefined || isActive !== undefined, {
    error: ADMIN_USER_MESSAGES.change,
  });

export type Administrator = z.infer<typeof administratorSchema>;
export type AdministratorChange = z.output<typeof administratorChangeSchema>;
