import { signInForTest } from './admin.ts';
import type { TestApp } from './test-app.ts';

export type AdminResponse = {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- each test says by its expectations what the response holds
  body: any;
};

/** Sends requests to `/api/admin/` as a new administrator. */
export async function signedInRequests(site: TestApp) {
  const { token, adminUserId } = await signInForTest(site.db);

  async function send(method: string, path: string, body?: unknown): Promise<AdminResponse> {
    const response = await site.request(`/api/admin/${path}`, {
      method,
      headers: {
        'x-admin-session': token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }

  return {
    adminUserId,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: unknown) => send('POST', path, body),
    put: (path: string, body: unknown) => send('PUT', path, body),
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
