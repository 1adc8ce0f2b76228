import { messageReference } from '#shared/messages/reference.ts';
import type { SitePath } from '#shared/routes.ts';

export const CONTACT_PATH = '/contact' satisfies SitePath;

export function sentUrl(id: string): string {
  return `${CONTACT_PATH}?sent=${id}`;
}

export function sentReference(search: string, prefix: string): string | null {
  const id = new URLSearchParams(search).get('sent');
  return id === null ? null : messageReference(id, prefix);
}
