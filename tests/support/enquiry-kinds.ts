import type { Kysely } from 'kysely';
import type { DB } from '#server/db/types.ts';
import { messageReference } from '#shared/messages/reference.ts';
import { buildMessage, buildOrder } from './browser/admin-leads.ts';

type Enquiry = {
  id?: string;
  name?: string;
  email?: string;
  /** The longest text of the enquiry. */
  text?: string;
  notes?: string;
  status?: string;
  isSuspect?: boolean;
  suspectReasons?: string[];
  createdAt?: string | Date;
};

/** Orders and messages, and what differs between them in the back office. */
export const ENQUIRY_KINDS = [
  {
    path: 'orders',
    kind: 'order',
    table: 'orders',
    column: 'orderId',
    name: 'full_name',
    statuses: ['new', 'pending', 'in-progress', 'completed'],
    afterOpening: 'new',
    afterReply: 'in-progress',
    listed: ['full_name', 'email', 'company'],
    read: ['full_name', 'email', 'phone', 'company', 'project_description', 'file_urls', 'notes'],
    build: async (db: Kysely<DB>, { name, text, ...enquiry }: Enquiry = {}) => {
      const changes = {
        ...(name && { fullName: name }),
        ...(text && { projectDescription: text }),
      };
      const order = await buildOrder(db, { ...(enquiry as object), ...changes });
      return { ...order, serviceName: order.serviceType as string | null };
    },
  },
  {
    path: 'messages',
    kind: 'message',
    table: 'contactMessages',
    column: 'messageId',
    name: 'name',
    statuses: ['new', 'read', 'responded'],
    afterOpening: 'read',
    afterReply: 'responded',
    listed: ['name', 'email', 'message'],
    read: ['name', 'email', 'message', 'notes'],
    build: async (db: Kysely<DB>, { name, text, ...enquiry }: Enquiry = {}) => {
      const changes = { ...(name && { name }), ...(text && { message: text }) };
      const message = await buildMessage(db, { ...(enquiry as object), ...changes });
      return { ...message, reference: messageReference(message.id), serviceName: null };
    },
  },
] as const;
