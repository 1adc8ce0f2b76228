import { messageReference } from '#shared/messages/reference.ts';
import type { SitePath } from '#shared/routes.ts';

export const CONTACT_PATH = '/contact' satisfies SitePath;

/** The page that says that the message has arrived. */
export function sentUrl(id: string): string {
  return `${CONTACT_PATH}?sent=${id}`;
}

/** The reference of the message whose arrival a page says. */
export function sentReference(search: string): string | null {
  const id = new URLSearchParams(search).get('sent');
  return id === null ? null : messageReference(id);
}
