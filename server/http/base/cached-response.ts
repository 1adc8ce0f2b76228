import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { LIMITS } from '#server/core/limits.ts';
import { acceptedEncodings, type Encoding, type CachedEncoding } from './encoding.ts';

/** Alternating names and values, which `writeHead` accepts unchecked. */
type FlatHeaders = readonly string[];

type Message = { bytes: Buffer; dateOffset: number; datedAt: number };

type Form = {
  etag: string;
  headers: FlatHeaders;
  unchanged: FlatHeaders;
  message: Message;
  unchangedMessage: Message;
  body: Buffer;
};

export type CachedResponse = {
  status: number;
  forms: { identity: Form } & Partial<Record<Encoding, Form>>;
  hasRanges: boolean;
  bytes: number;
};

export type Negotiation = {
  method: string;
  acceptEncoding: string | null | undefined;
  ifNoneMatch: string | null | undefined;
  range?: string | null | undefined;
  ifRange?: string | null | undefined;
};

export type Choice = {
  status: number;
  headers: FlatHeaders;
  body: Buffer | null;
  message?: Message;
};

type Options = {
  status: number;
  headers: readonly (readonly [string, string])[];
  body: Buffer;
  encoded?: Partial<Record<CachedEncoding, Buffer>>;
  hasRanges?: boolean;
  /** Source of the ETag; headers and body by default. */
  version?: string;
};

/** Headers that a 304 repeats (RFC 9110, section 15.4.5). */
const SENT_UNCHANGED = new Set(['cache-control', 'vary']);

/** The ETag covers headers, so that a changed policy is a new response. */
export function precompress({
  status,
  headers,
  body,
  encoded = {},
  hasRanges = false,
  version,
}: Options): CachedResponse {
  const tag = version ?? digestOf(status, headers, body);

  function form(bytes: Buffer, encoding?: CachedEncoding): Form {
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
    const validator = status === 200 ? ['etag', etag] : [];
    const sent = [
      ...headers.flat(),
      ...validator,
      ...(encoding ? ['content-encoding', encoding] : []),
      ...(hasRanges && !encoding ? ['accept-ranges', 'bytes'] : []),
      'content-length',
      String(bytes.length),
    ];
    const unchanged = [
      ...headers.filter(([name]) => SENT_UNCHANGED.has(name)).flat(),
      ...validator,
    ];
    const message = makeMessage(status, [...sent, ...KEEP_ALIVE_HEADERS], bytes);
    return {
      etag,
      headers: sent,
      unchanged,
      message,
      unchangedMessage: makeMessage(304, [...unchanged, ...KEEP_ALIVE_HEADERS], Buffer.alloc(0)),
      body: message.bytes.subarray(message.bytes.length - bytes.length),
    };
  }

  const forms: CachedResponse['forms'] = {
    identity: form(body),
    ...(encoded.br ? { br: form(encoded.br, 'br') } : {}),
    ...(encoded.gzip ? { gzip: form(encoded.gzip, 'gzip') } : {}),
  };
  const bytes = Object.values(forms).reduce((sum, each) => sum + each.message.bytes.length, 0);
  return { status, forms, hasRanges, bytes };
}

const NO_DATE = ' '.repeat(new Date(0).toUTCString().length);
const KEEP_ALIVE_HEADERS = [
  'connection',
  'keep-alive',
  'keep-alive',
  `timeout=${LIMITS.keepAliveTimeout / 1_000}`,
];

function makeMessage(status: number, headers: FlatHeaders, body: Buffer): Message {
  let start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let index = 0; index < headers.length; index += 2) {
    start += `${headers[index]}: ${headers[index + 1]}\r\n`;
  }
  start += 'date: ';
  const head = Buffer.from(`${start}${NO_DATE}\r\n\r\n`, 'latin1');
  return { bytes: Buffer.concat([head, body]), dateOffset: start.length, datedAt: 0 };
}

let date = { text: '', second: 0 };

export function datedBytes(message: Message): Buffer {
  const second = Math.floor(Date.now() / 1_000);
  if (message.datedAt !== second) {
    if (date.second !== second) date = { text: new Date(second * 1_000).toUTCString(), second };
    message.bytes.write(date.text, message.dateOffset, 'latin1');
    message.datedAt = second;
  }
  return message.bytes;
}

export type ClosingResponse = ReturnType<typeof prepareClosingResponse>;

export function prepareClosingResponse(
  status: number,
  headers: Record<string, string>,
  body: string,
) {
  const sent = [
    ...Object.entries(headers).flat(),
    'content-length',
    String(Buffer.byteLength(body)),
    'connection',
    'close',
  ];
  return { status, headers: sent, body, message: makeMessage(status, sent, Buffer.from(body)) };
}

export function sendClosingResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: ClosingResponse,
): void {
  response.writeHead(status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function digestOf(status: number, headers: Options['headers'], body: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify([status, headers]));
  return hash.update(body).digest('base64url').slice(0, 22);
}

export function negotiate(response: CachedResponse, negotiation: Negotiation): Choice {
  const { status, forms, hasRanges } = response;
  const isHead = negotiation.method === 'HEAD';
  if (hasRanges && negotiation.range && !isHead && status === 200) {
    const part = choosePart(forms.identity, negotiation.range, negotiation.ifRange);
    if (part) return part;
  }
  const form = bestForm(forms, negotiation.acceptEncoding ?? null);
  if (status === 200 && isMatched(negotiation.ifNoneMatch, form.etag)) {
    return { status: 304, headers: form.unchanged, body: null, message: form.unchangedMessage };
  }
  if (isHead) return { status, headers: form.headers, body: null };
  return { status, headers: form.headers, body: form.body, message: form.message };
}

function bestForm(forms: CachedResponse['forms'], acceptEncoding: string | null): Form {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const form = forms[encoding];
    if (form) return form;
  }
  return forms.identity;
}

/** Compares weakly (RFC 9110, section 13.1.2), because compressing proxies weaken ETags. */
export function isMatched(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  if (header === etag || header === '*') return true;
  return header
    .slice(0, 2_000)
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function choosePart(
  { body, etag, headers }: Form,
  range: string,
  ifRange: string | null | undefined,
): Choice | null {
  if (ifRange && ifRange !== etag) return null;
  const part = parseRange(range, body.length);
  if (part === null) return null;
  const cached = headers.toSpliced(headers.indexOf('content-length'), 2);
  if (part === 'unsatisfiable') {
    const size = ['content-range', `bytes */${body.length}`, 'content-length', '0'];
    return { status: 416, headers: [...cached, ...size], body: null };
  }
  const { first, last } = part;
  const bytes = body.subarray(first, last + 1);
  const place = `bytes ${first}-${last}/${body.length}`;
  return {
    status: 206,
    headers: [...cached, 'content-range', place, 'content-length', String(bytes.length)],
    body: bytes,
  };
}

/** Parses a `Range` header with one range (RFC 9110, section 14.1.2); null when it is ignored. */
export function parseRange(
  header: string,
  size: number,
): { first: number; last: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    if (Number(to) === 0 || size === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - Number(to)), last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

export function toResponse(response: CachedResponse, request: Request): Response {
  const { status, headers, body } = negotiate(response, {
    method: request.method,
    acceptEncoding: request.headers.get('accept-encoding'),
    ifNoneMatch: request.headers.get('if-none-match'),
    range: request.headers.get('range'),
    ifRange: request.headers.get('if-range'),
  });
  const pairs: [string, string][] = [];
  for (let index = 0; index < headers.length; index += 2) {
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return new Response(body === null ? null : new Uint8Array(body), { status, headers: pairs });
}
