import { BACKGROUND_HEADER, SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import type { FieldErrors } from '#shared/common/errors.ts';
import { ApiError } from './api-error.ts';
import { DATA_MESSAGES } from './messages.ts';
import {
  clearSession,
  getSession,
  getSettledSession,
  replaceToken,
  whileExchanging,
} from './session.ts';
import { camelCase, snakeCase } from '#shared/lib/case.ts';

export { ApiError, isAbort } from './api-error.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RequestOptions = {
  signal?: AbortSignal;
  isBackground?: boolean;
  idempotencyKey?: string | undefined;
};

const RESPONSE_TIMEOUT_MS = 30_000;
const UPLOAD_MS = 150_000;
/** Maximum pause of a download, whose total time is unlimited. */
const STALL_MS = 30_000;
const PROGRESS_MS = 250;

type Ask = () => Promise<boolean>;

/** A question to the administrator that concurrent requests share. */
function createQuestion() {
  let asker: Ask | null = null;
  let pending: Promise<boolean> | null = null;
  return {
    onAsked(ask: Ask): () => void {
      asker = ask;
      return () => {
        if (asker === ask) asker = null;
      };
    },
    async ask(): Promise<boolean> {
      pending ??= asker?.().finally(() => (pending = null)) ?? null;
      return pending ?? false;
    },
    canAsk: () => asker !== null,
  };
}

export const PROOF = createQuestion();
/** If no component registers, the login page follows. */
export const SIGN_IN = createQuestion();

export async function readError(
  response: Response,
  fallback: string = DATA_MESSAGES.failed,
): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const {
    code = 'INTERNAL',
    message = fallback,
    fields,
  } = (body as { error?: { code?: string; message?: string; fields?: FieldErrors } } | null)
    ?.error ?? {};
  return new ApiError(response.status, code, message, {
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
    fields: (fields ? toCamelCase(fields) : {}) as FieldErrors,
  });
}

function notReached(): ApiError {
  return new ApiError(0, 'UNREACHED', DATA_MESSAGES.notReached);
}

function headersOf(options: RequestOptions): Record<string, string> {
  return {
    [SESSION_HEADER]: getSession()?.token ?? '',
    ...(options.isBackground ? { [BACKGROUND_HEADER]: '1' } : {}),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
  };
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  options: RequestOptions,
  timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
): Promise<Response> {
  try {
    return await fetch(`/api/admin/${path}`, {
      method,
      cache: 'no-store',
      headers: {
        ...headersOf(options),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(toSnakeCase(body)) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw notReached();
  }
}

async function signInAgain(usedToken: string): Promise<boolean> {
  const session = await getSettledSession(usedToken);
  if (session && session.token !== usedToken) return true;
  if (!SIGN_IN.canAsk()) clearSession();
  return SIGN_IN.ask();
}

/** Repeats the request after the administrator has signed in again or given proof. */
async function withSession(attempt: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const usedToken = getSession()?.token ?? '';
    const response = await attempt();
    if (response.ok) return response;
    const error = await readError(response);
    const hasResponded =
      error.code === 'PROOF_REQUIRED'
        ? await PROOF.ask()
        : error.status === 401 && (await signInAgain(usedToken));
    if (!hasResponded) throw error;
  }
}

async function readJson<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  try {
    return toCamelCase(await response.json()) as T;
  } catch {
    throw notReached();
  }
}

/** `path` is relative to `/api/admin/`; the keys of the response are in camelCase. */
export async function getJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return readJson<T>(await withSession(() => send('GET', path, undefined, options)));
}

export async function sendJson<T>(
  method: Exclude<Method, 'GET'>,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  return readJson<T>(await withSession(() => send(method, path, body, options)));
}

/** Changes credentials: all sessions end, and every tab continues with the new one. */
export async function sendForNewSession<T>(path: string, body: unknown): Promise<T> {
  const response = await withSession(() =>
    whileExchanging(async () => {
      const result = await send('POST', path, body, {});
      if (result.ok) {
        const { sessionToken } = await readJson<{ sessionToken: string }>(result.clone());
        replaceToken(sessionToken);
      }
      return result;
    }),
  );
  return readJson<T>(response);
}

type DownloadOptions = {
  signal?: AbortSignal;
  /** Sent by POST, so that the URL does not contain it. */
  body?: unknown;
  onProgress?: (bytes: number) => void;
};

export async function openFile(
  path: string,
  { signal, body, onProgress }: DownloadOptions = {},
): Promise<{ blob: Blob; name: string | null }> {
  let stall = new AbortController();
  let timer: number | undefined;
  function expectMore() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => stall.abort(), STALL_MS);
  }
  let bytes = 0;
  let reportedAt = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      expectMore();
      bytes += chunk.byteLength;
      if (performance.now() - reportedAt >= PROGRESS_MS) {
        reportedAt = performance.now();
        onProgress?.(bytes);
      }
      controller.enqueue(chunk);
    },
  });
  try {
    const response = await withSession(async () => {
      stall = new AbortController();
      expectMore();
      const result = await send(
        body === undefined ? 'GET' : 'POST',
        path,
        body,
        signal ? { signal } : {},
        stall.signal,
      );
      // Signing in again may take longer.
      if (!result.ok) window.clearTimeout(timer);
      return result;
    });
    const { headers } = response;
    const disposition = headers.get('content-disposition') ?? '';
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
    const plain = /filename="([^"]*)"/i.exec(disposition)?.[1];
    const counted = response.body?.pipeThrough(counter) ?? null;
    return {
      blob: await new Response(counted, { headers }).blob(),
      name: encoded ? decodeURIComponent(encoded) : (plain ?? null),
    };
  } catch (error) {
    if (signal?.aborted) throw new DOMException('cancelled', 'AbortError');
    throw error instanceof ApiError ? error : notReached();
  } finally {
    window.clearTimeout(timer);
  }
}

export async function downloadFile(
  path: string,
  fallbackName: string,
  options?: DownloadOptions,
): Promise<void> {
  const { blob, name } = await openFile(path, options);
  saveFile(blob, name ?? fallbackName);
}

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

type UploadOptions = Pick<RequestOptions, 'signal' | 'idempotencyKey'> & {
  onProgress: (share: number) => void;
};

/** `fetch` reports no upload progress; `onProgress` receives 0 to 1. */
export async function uploadFile<T>(
  path: string,
  form: FormData,
  { onProgress, signal, idempotencyKey }: UploadOptions,
): Promise<T> {
  const attempt = () =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('POST', `/api/admin/${path}`);
      for (const [name, value] of Object.entries(headersOf({ idempotencyKey }))) {
        request.setRequestHeader(name, value);
      }
      request.timeout = UPLOAD_MS;
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable) onProgress(loaded / total);
      });
      request.addEventListener('load', () => {
        const { responseText, status } = request;
        const requestId = request.getResponseHeader('x-request-id');
        const headers = new Headers(requestId ? { 'x-request-id': requestId } : undefined);
        resolve(new Response(responseText, { status, headers }));
      });
      request.addEventListener('error', () => reject(notReached()));
      request.addEventListener('timeout', () => reject(notReached()));
      request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      signal?.addEventListener('abort', () => request.abort());
      request.send(form);
    });
  return readJson<T>(await withSession(attempt));
}

export async function readEvents(
  signal: AbortSignal,
  onEvent: (name: string, data: string) => void,
): Promise<void> {
  const response = await fetch('/api/admin/events', {
    headers: headersOf({ isBackground: true }),
    signal,
  });
  if (!response.ok || !response.body) throw await readError(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      if (name) onEvent(name, /^data: (.*)$/m.exec(block)?.[1] ?? '');
    }
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rename(value: unknown, name: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => rename(entry, name));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [name(key), rename(entry, name)]),
  );
}

function toCamelCase(value: unknown): unknown {
  return rename(value, camelCase);
}

function toSnakeCase(value: unknown): unknown {
  return rename(value, snakeCase);
}
