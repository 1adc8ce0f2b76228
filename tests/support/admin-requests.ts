import { signInForTest, type TestSession } from './admin.ts';
import type { TestApp } from './test-app.ts';

export type AdminResponse = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the response holds
  body: any;
};

function request(
  api: TestApp,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const headers = { 'x-admin-session': token, 'user-agent': 'Firefox on Linux' };
  const url = `/api/admin/${path}`;
  if (body === undefined) return api.request(url, { method, headers });
  if (body instanceof FormData) return api.request(url, { method, headers, body });
  return api.request(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends one request to `/api/admin/` with the token of a session. */
export async function sendAs(...call: Parameters<typeof request>): Promise<AdminResponse> {
  const response = await request(...call);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, body: await (isJson ? response.json() : response.text()) };
}

/** Sends requests to `/api/admin/` as a new administrator, or as that of the session. */
export async function signedInRequests(api: TestApp, session?: TestSession) {
  const { token, adminUserId, username } = session ?? (await signInForTest(api.db));
  const send = (...call: [method: string, path: string, body?: unknown]) =>
    sendAs(api, token, ...call);

  return {
    api,
    adminUserId,
    username,
    raw: (...call: [method: string, path: string, body?: unknown]) => request(api, token, ...call),
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    remove: (path: string) => send('DELETE', path),
  };
}

export type AdminRequests = Awaited<ReturnType<typeof signedInRequests>>;

/** Values that no field of a form expects. */
export const HOSTILE_VALUES: unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  ['x'],
  {},
  { toString: 'x' },
  '',
  ' \t\n ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b',
  '\u001b[31m',
  "'; drop table faqs; --",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://user:secret@example.com',
  'https://',
  'http://[::1',
  '//example.com/x.png',
  '/media/../order-attachments/1.pdf',
  '/media/client-logos/%2e%2e/x.png',
  '../../etc/passwd',
  'x'.repeat(60_000),
  '𝄞'.repeat(20_000),
];
