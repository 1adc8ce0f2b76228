import { createHmac, timingSafeEqual } from 'node:crypto';
import { validate as isUuid } from 'uuid';
import { CONFIRM_CODE, CONFIRM_PATH } from '#shared/tracking/values.ts';

export function codeOf(trackKey: Buffer, requestId: string): string {
  const proof = createHmac('sha256', trackKey).update(`request:${requestId}`).digest('base64url');
  return `${requestId}.${proof}`;
}

/** Null: not written by us. */
export function readCode(trackKey: Buffer, code: string): string | null {
  const [requestId = ''] = code.split('.', 1);
  if (!isUuid(requestId)) return null;
  const [given, expected] = [Buffer.from(code), Buffer.from(codeOf(trackKey, requestId))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? requestId : null;
}

export function confirmUrlOf(siteUrl: string, trackKey: Buffer, requestId: string): string {
  return `${siteUrl}${CONFIRM_PATH}?${CONFIRM_CODE}=${codeOf(trackKey, requestId)}`;
}
