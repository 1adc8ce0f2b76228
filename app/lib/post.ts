import type { FieldErrors } from '#shared/common/errors.ts';
import type { ApiPath } from '#shared/routes.ts';

/** Status 0: the server was not reached or did not respond. */
export type PostResult<T> =
  | {
      ok: true;
      value: T;
      /** Time on the server's clock. */
      acceptedAt?: string | null;
    }
  | { ok: false; status: number; message: string | null; fields: FieldErrors };

export const NOT_REACHED = { ok: false, status: 0, message: null, fields: {} } as const;

const RESPONSE_TIMEOUT_MS = 30_000;
const BUSY_RETRIES = 8;
const BUSY_PAUSE_MS = 1_000;

export function readResult<T>(status: number, text: string): PostResult<T> {
  const body = parseJson(text);
  if (status >= 200 && status < 300 && body) return { ok: true, value: body as T };
  const { message = null, fields = {} } =
    (body as { error?: { message?: string; fields?: FieldErrors } } | null)?.error ?? {};
  return { ok: false, status, message, fields };
}

/** Whether the client is rate limited; the message contains the delay. */
export function isTooEarly<T>(
  result: PostResult<T>,
): result is Extract<PostResult<T>, { ok: false }> & { message: string } {
  return !result.ok && result.status === 429 && result.message !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Repeats the request while the server still processes the same key. */
export async function postJson<T>(
  path: ApiPath,
  body: unknown,
  formKey: string,
): Promise<PostResult<T>> {
  for (let retries = 0; ; retries += 1) {
    const result = await post<T>(path, body, formKey);
    if (result.ok || result.status !== 409 || retries === BUSY_RETRIES) return result;
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
  }
}

async function post<T>(path: string, body: unknown, formKey: string): Promise<PostResult<T>> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': formKey },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const result = readResult<T>(response.status, await response.text());
    return result.ok ? { ...result, acceptedAt: response.headers.get('date') } : result;
  } catch {
    return NOT_REACHED;
  }
}

/** `crypto.randomUUID` needs a secure context. */
export function createFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
