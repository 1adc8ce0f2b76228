import { v7 as uuidV7 } from 'uuid';
import {
  type Database,
  requireAdmin,
  type Resources,
  type ServiceContext,
  type Transaction,
  withTransaction,
} from '#server/context/context.ts';
import { recordAdminChange } from '#server/context/admin-changes.ts';
import { presentRow } from '#server/db/present-row.ts';
import { rejectField, ServiceError } from '#server/core/errors.ts';
import { isAddress } from '#server/lib/sql-text.ts';
import { enqueueMails, withdrawMails } from '#server/mail/outbox/outbox.ts';
import { announceAdmins } from './rights.ts';
import { requireActiveOwner } from './administrators.ts';
import type {
  Invitation,
  InvitationInput,
  NewInvitation,
} from '#shared/admin-users/admin-schema.ts';
import { ADMIN_USER_MESSAGES } from '#shared/admin-users/messages.ts';
import { INVITATION_MS, invitationPath, MAX_OPEN_INVITATIONS } from '#shared/admin-users/values.ts';
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { MailedInvitation } from '#server/mail/templates/team-mails.ts';

const KEY_BYTES = 32;

/** Derived from a key outside the database, so that an email can be composed later and no token is stored. */
export function invitationToken(
  { totpKey }: Pick<Resources, 'totpKey'>,
  { id, tokenVersion }: { id: string; tokenVersion: number },
): string {
  const key = Buffer.from(hkdfSync('sha256', totpKey, '', 'admin-invitations', KEY_BYTES));
  return createHmac('sha256', key).update(`${id}:${tokenVersion}`).digest('base64url');
}

export function hashInvitationToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type Read = { db: Database; siteUrl: string; totpKey: Buffer };

export async function readMailedInvitation(
  { db, siteUrl, totpKey }: Read,
  id: string,
): Promise<MailedInvitation | null> {
  const invitation = await db
    .selectFrom('adminInvitations')
    .leftJoin('adminUsers', 'adminUsers.id', 'invitedBy')
    .select(['adminInvitations.role', 'tokenVersion', 'expiresAt', 'displayName', 'username'])
    .where('adminInvitations.id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', new Date())
    .executeTakeFirst();
  if (!invitation) return null;
  const { role, tokenVersion, expiresAt, displayName, username } = invitation;
  const url = `${siteUrl}${invitationPath(invitationToken({ totpKey }, { id, tokenVersion }))}`;
  return { role, invitedBy: displayName ?? username, expiresAt, url };
}

function selectOpen(ctx: ServiceContext) {
  requireAdmin(ctx);
  return ctx.db
    .selectFrom('adminInvitations')
    .leftJoin('adminUsers', 'adminUsers.id', 'invitedBy')
    .select((eb) => [
      'adminInvitations.id',
      'adminInvitations.email',
      'adminInvitations.role',
      'adminUsers.username as invitedBy',
      'adminInvitations.createdAt',
      'adminInvitations.expiresAt',
      eb('adminInvitations.expiresAt', '<=', ctx.now()).$castTo<boolean>().as('isExpired'),
    ])
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null);
}

export async function listInvitations(ctx: ServiceContext): Promise<Invitation[]> {
  const rows = await selectOpen(ctx).orderBy('adminInvitations.id', 'desc').execute();
  return rows.map(presentRow);
}

async function send(
  ctx: ServiceContext,
  tx: Transaction,
  { id, token }: { id: string; token: string },
): Promise<NewInvitation> {
  const invitation = await selectOpen({ ...ctx, db: tx })
    .where('adminInvitations.id', '=', id)
    .executeTakeFirstOrThrow();
  const { email: recipient, role } = invitation;
  await recordAdminChange(tx, {
    type: 'admin_invited',
    by: ctx,
    subject: recipient,
    after: { role },
  });
  await enqueueMails(tx, [
    { kind: 'admin-users.invitation', recipient, payload: { invitationId: id } },
  ]);
  await announceAdmins(tx);
  return { ...presentRow(invitation), path: invitationPath(token) };
}

async function requireRoomFor(tx: Transaction, email: string, now: Date): Promise<void> {
  const known = await tx
    .selectFrom('adminUsers')
    .select('id')
    .where(isAddress(email))
    .executeTakeFirst();
  if (known) throw rejectField('email', ADMIN_USER_MESSAGES.emailTaken, 'CONFLICT');
  // Expired invitations do not count.
  await tx
    .updateTable('adminInvitations')
    .set({ revokedAt: now })
    .where(isAddress(email))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .execute();
  const open = await tx
    .selectFrom('adminInvitations')
    .select(isAddress(email).as('isSame'))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
  if (open.some(({ isSame }) => isSame)) {
    throw rejectField('email', ADMIN_USER_MESSAGES.invited, 'CONFLICT');
  }
  if (open.length >= MAX_OPEN_INVITATIONS) {
    throw new ServiceError('CONFLICT', ADMIN_USER_MESSAGES.tooManyInvitations);
  }
}

export function createInvitation(
  ctx: ServiceContext,
  { email, role }: InvitationInput,
): Promise<NewInvitation> {
  return withTransaction(ctx, async (tx) => {
    const { adminUserId } = await requireActiveOwner(ctx, tx);
    const now = ctx.now();
    await requireRoomFor(tx, email, now);
    const id = uuidV7();
    const token = invitationToken(ctx, { id, tokenVersion: 1 });
    await tx
      .insertInto('adminInvitations')
      .values({
        id,
        email,
        role,
        tokenHash: hashInvitationToken(token),
        invitedBy: adminUserId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + INVITATION_MS),
      })
      .execute();
    return send(ctx, tx, { id, token });
  });
}

async function lockOpen(tx: Transaction, id: string) {
  const open = await tx
    .selectFrom('adminInvitations')
    .select(['email', 'tokenVersion'])
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new ServiceError('NOT_FOUND', ADMIN_USER_MESSAGES.noInvitation));
  return open;
}

export function resendInvitation(ctx: ServiceContext, id: string): Promise<NewInvitation> {
  return withTransaction(ctx, async (tx) => {
    const { adminUserId } = await requireActiveOwner(ctx, tx);
    const open = await lockOpen(tx, id);
    // A pending email would contain the new link too.
    await withdrawMails(tx, 'admin-users.invitation', { invitationId: id });
    const tokenVersion = open.tokenVersion + 1;
    const token = invitationToken(ctx, { id, tokenVersion });
    await tx
      .updateTable('adminInvitations')
      .set({
        tokenVersion,
        tokenHash: hashInvitationToken(token),
        invitedBy: adminUserId,
        expiresAt: new Date(ctx.now().getTime() + INVITATION_MS),
      })
      .where('id', '=', id)
      .execute();
    return send(ctx, tx, { id, token });
  });
}

export function revokeInvitation(ctx: ServiceContext, id: string): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    await requireActiveOwner(ctx, tx);
    const { email: subject } = await lockOpen(tx, id);
    await tx
      .updateTable('adminInvitations')
      .set({ revokedAt: ctx.now() })
      .where('id', '=', id)
      .execute();
    await withdrawMails(tx, 'admin-users.invitation', { invitationId: id });
    await recordAdminChange(tx, { type: 'admin_invitation_revoked', by: ctx, subject });
    await announceAdmins(tx);
  });
}
