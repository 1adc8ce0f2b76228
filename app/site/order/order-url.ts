import type { SitePath } from '#shared/routes.ts';

export const ORDER_PATH = '/order' satisfies SitePath;

export function receivedUrl(reference: string): string {
  return `${ORDER_PATH}?submitted=${reference}`;
}

export function receivedReference(search: string): string | null {
  return new URLSearchParams(search).get('submitted');
}
