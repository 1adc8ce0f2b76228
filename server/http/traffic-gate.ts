import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guard, RouteClass, Verdict } from '../traffic/guard.ts';
import type { Source, SourceReader } from '../traffic/source.ts';
import { errorBody, errorHeaders } from './error-response.ts';
import { NOTICE_HEADERS, renderNotice } from './notice-page.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

type Refusal = { status: 403 | 429; title: string; lines: string[]; retryAfterS?: number };

export type GateLog = {
  add(request: { address: string; path: string; status: number; kind: string }): void;
};

const UNCOUNTED = new Set(['/healthz', '/readyz', '/metrics']);
const FORMS = new Set([
  '/api/submit-order',
  '/api/contact-messages',
  '/order',
  '/order.data',
  '/contact',
  '/contact.data',
]);

/** What a request costs before anything is known about it but its first line. */
export function routeClassOf(method: string, path: string): RouteClass {
  if (UNCOUNTED.has(path)) return 'free';
  if (method === 'POST') {
    if (path === '/api/order-attachments') return 'upload';
    return FORMS.has(path) ? 'form' : 'page';
  }
  return path.startsWith('/assets/') ||
    path.startsWith('/media/') ||
    /\.(?:ico|svg|png|txt)$/.test(path)
    ? 'file'
    : 'page';
}

const KEPT_ENTRIES =
  'What you entered is not lost: go back with the Back button of your browser and send it again then.';
const LOST_FILES = 'Files may have to be chosen again.';

function refusalOf(
  verdict: Exclude<Verdict, { action: 'admit' }>,
  /** The page without scripts whose form was sent. */
  formPath: string | null,
): Refusal {
  if (verdict.action === 'limit') {
    const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1_000));
    return {
      status: 429,
      title: 'Too many requests',
      lines: [
        `Your network address sends more requests than this site can answer. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        ...(formPath === null ? [] : [KEPT_ENTRIES]),
        ...(formPath === '/order' ? [LOST_FILES] : []),
      ],
      retryAfterS: seconds,
    };
  }
  const { reason, expiresAtMs, id } = verdict.rule;
  const end = Number.isFinite(expiresAtMs)
    ? `The block ends on ${new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' at ')} UTC.`
    : 'The block has no end date.';
  return {
    status: 403,
    title: 'This address is blocked',
    lines: [
      `Reason: ${reason}.`.replace(/\.\.$/, '.'),
      end,
      `Reference: ${id.slice(-12)}. Please name it if you write to us because of this.`,
    ],
  };
}

const COMMON_HEADERS = Object.fromEntries(SECURITY_HEADERS);

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
  path: string,
) {
  const isApi = path.startsWith('/api/');
  const code = refusal.status === 403 ? 'FORBIDDEN' : 'RATE_LIMITED';
  const body = isApi
    ? JSON.stringify(errorBody(code, `${refusal.title}. ${refusal.lines.join(' ')}`))
    : renderNotice(refusal);
  response.writeHead(refusal.status, {
    ...COMMON_HEADERS,
    ...(isApi ? errorHeaders(code) : NOTICE_HEADERS),
    ...(refusal.retryAfterS === undefined ? {} : { 'retry-after': String(refusal.retryAfterS) }),
    'content-length': String(Buffer.byteLength(body)),
    // The body of the request stays unread.
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export type TrafficGate = {
  sourceOf(request: IncomingMessage): Source;
  /** Whether a request may go on; if not, it has been answered. */
  admit(request: IncomingMessage, response: ServerResponse, path: string): boolean;
  /** A request that was not even HTTP, or not an address of this site. */
  noteMalformed(request: IncomingMessage | string | undefined): void;
  /** A body or header that stopped arriving. */
  noteStalled(peer: string | undefined): void;
};

/** Puts the traffic guard in front of everything else that answers requests. */
export function createTrafficGate({
  guard,
  sources,
  requestLog,
}: {
  guard: Guard;
  sources: SourceReader;
  requestLog: GateLog;
}): TrafficGate {
  function sourceOf({ socket, headers }: IncomingMessage): Source {
    const forwarded = headers['x-forwarded-for'];
    return sources.read(
      socket.remoteAddress,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    );
  }

  return {
    sourceOf,
    admit(request, response, path) {
      const source = sourceOf(request);
      const method = request.method ?? 'GET';
      const routeClass = routeClassOf(method, path);
      const verdict = guard.admit(source, routeClass);
      if (verdict.action === 'admit') return true;
      const refusal = refusalOf(
        verdict,
        routeClass === 'form' && !path.startsWith('/api/') ? path : null,
      );
      answer(request, response, refusal, path);
      guard.observe(source, { method, path, status: refusal.status, isRefused: true });
      requestLog.add({ address: source.address, path, status: refusal.status, kind: 'refused' });
      return false;
    },
    noteMalformed(request) {
      const source =
        typeof request === 'object' ? sourceOf(request) : sources.read(request, undefined);
      guard.note(source, 'malformed');
    },
    noteStalled(peer) {
      guard.note(sources.read(peer, undefined), 'body');
    },
  };
}
