import { expect } from 'vitest';
import { signInForTest, type TestSession } from './admin.ts';
import type { TestApp } from './test-app.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

export type AdminResponse = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the response holds
  body: any;
};

/** Sends one request to `/api/admin/` with the token of a session. */
export function openAs(
  api: TestApp,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const isText = body === undefined || body instanceof FormData || typeof body === 'string';
  const type = body === undefined || body instanceof FormData ? {} : JSON_TYPE;
  return api.request(`/api/admin/${path}`, {
    method,
    headers: { 'x-admin-session': token, 'user-agent': 'Firefox on Linux', ...type, ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
}

/** Sends one request to `/api/admin/` and reads the response. */
export async function sendAs(...call: Parameters<typeof openAs>): Promise<AdminResponse> {
  return readResponse(await openAs(...call));
}

/** Sends a JSON body, as visitors and sign-ins do. */
export async function postJson(
  api: TestApp,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<AdminResponse> {
  const init = {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  };
  return readResponse(await api.request(path, init));
}

async function readResponse(response: Response): Promise<AdminResponse> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = await (isJson ? response.json() : response.text());
  return { status: response.status, body };
}

/** Sends requests to `/api/admin/` as a new administrator, or as that of the session. */
export async function signedInRequests(api: TestApp, session?: TestSession) {
  const { token, adminUserId, username } = session ?? (await signInForTest(api.db));
  type Call = [method: string, path: string, body?: unknown, headers?: Record<string, string>];
  const send = (...call: Call) => sendAs(api, token, ...call);

  return {
    api,
    token,
    adminUserId,
    username,
    raw: (...call: Call) => openAs(api, token, ...call),
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body: unknown) => send('PUT', path, body),
    patch: (path: string, body: unknown) => send('PATCH', path, body),
    remove: (path: string) => send('DELETE', path),
  };
}

export type AdminRequests = Awaited<ReturnType<typeof signedInRequests>>;

/** Asserts that a request was rejected with these messages at its fields. */
export function expectInvalid({ status, body }: AdminResponse, fields: object, hint?: string) {
  expect([status, body.error?.fields], hint).toEqual([400, fields]);
}

/** Asserts that a request was declined with this status and message. */
export function expectError(response: AdminResponse, status: number, message: unknown) {
  expect([response.status, response.body.error?.message]).toEqual([status, message]);
}

/** The values that the items of a list have in a field. */
// oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the field holds
export async function listField(admin: AdminRequests, path: string, field = 'id'): Promise<any[]> {
  const { status, body } = await admin.get(path);
  expect(status, path).toBe(200);
  return body.items.map((item: Record<string, unknown>) => item[field]);
}

/** The items of all pages of a list. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export async function listPages(admin: AdminRequests, path: string): Promise<any[]> {
  const items = [];
  let cursor = '';
  do {
    const { status, body } = await admin.get(`${path}${cursor}`);
    expect(status, JSON.stringify(body)).toBe(200);
    items.push(...body.items);
    cursor = body.next_cursor && `${path.includes('?') ? '&' : '?'}cursor=${body.next_cursor}`;
  } while (cursor);
  return items;
}

const SCALARS = [null, true, -1, 1.5, 1e308, 2 ** 31, 2 ** 53];
const OBJECTS: unknown[] = [[], ['x'], {}, { toString: 'x' }];
const INVISIBLE = ['', ' \t\n ', '\0', 'a\0b', '\ud800', '\u202e\u200b', '\u001b[31m'];

/** Values that no field of a form expects. */
export const HOSTILE_VALUES: unknown[] = [
  ...SCALARS,
  ...OBJECTS,
  ...INVISIBLE,
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
