import * as z from 'zod';
import { ADMIN_USER_MESSAGES } from './messages.ts';
import { emailSchema, roleSchema } from './schema.ts';
import { ADMIN_ROLES } from './values.ts';

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

export const invitationInputSchema = z.object({ email: emailSchema, role: roleSchema });

export const invitationSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  /** Their username; null: the account is gone. */
  invitedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});

/** With the path of its link, which is shown this once. */
export const newInvitationSchema = invitationSchema.extend({ path: z.string() });

export type Administrator = z.infer<typeof administratorSchema>;
export type AdministratorChange = z.output<typeof administratorChangeSchema>;
export type Invitation = z.infer<typeof invitationSchema>;
export type InvitationInput = z.output<typeof invitationInputSchema>;
export type NewInvitation = z.infer<typeof newInvitationSchema>;
