/** A GET request without body; only headers that select the response variant. */
export type FastPathRequest = { target: string } & Record<Read, string | undefined>;

type Use = (typeof USES)[keyof typeof USES];
type Read = Exclude<Use, 'connection' | 'not plain'>;

const MAX_BYTES = 8_192;
const START = Buffer.from('GET /');
const VERSION = Buffer.from(' HTTP/1.1\r\n');
const KEEP_ALIVE = /^keep-alive$/i;
const [LF, CR, COLON] = Buffer.from('\n\r:');

// Byte tables, because expressions on strings take twice as long.
const TARGET_BYTES = bytesLike(/[!-~]/);
// RFC 9110, sections 5.5 and 5.6.2.
const NAME_BYTES = bytesLike(/[!#$%&'*+.^_`|~\w-]/);
const VALUE_BYTES = bytesLike(/[\t -~]/);
const PADDING_BYTES = bytesLike(/[\t ]/);

const USES = {
  host: 'host',
  'accept-encoding': 'acceptEncoding',
  'if-none-match': 'ifNoneMatch',
  'x-forwarded-for': 'forwardedFor',
  'x-real-ip': 'realIp',
  forwarded: 'forwarded',
  'sec-fetch-site': 'fetchSite',
  'sec-fetch-dest': 'fetchDest',
  'sec-fetch-user': 'fetchUser',
  connection: 'connection',
  // These affect how the message is read or sent, or how its connection ends.
  'content-length': 'not plain',
  expect: 'not plain',
  'if-range': 'not plain',
  range: 'not plain',
  trailer: 'not plain',
  'transfer-encoding': 'not plain',
  upgrade: 'not plain',
} as const;

/** Indexed by length and last letter, unique for these names: most names need no comparison. */
const HEADERS = placeHeaders();

/** Reads bytes that are exactly one simple request (RFC 9112). Null for anything else, which Node's parser judges. */
export function parseRequest(bytes: Buffer): FastPathRequest | null {
  if (bytes.length > MAX_BYTES) return null;
  const targetEnd = skip(bytes, START.length, TARGET_BYTES);
  if (!isAt(bytes, 0, START) || !isAt(bytes, targetEnd, VERSION)) return null;
  const request: FastPathRequest = {
    target: bytes.toString('latin1', START.length - 1, targetEnd),
    host: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
    forwardedFor: undefined,
    realIp: undefined,
    forwarded: undefined,
    fetchSite: undefined,
    fetchDest: undefined,
    fetchUser: undefined,
  };
  let at = targetEnd + VERSION.length;
  while (bytes[at] !== CR) {
    const nameEnd = skip(bytes, at, NAME_BYTES);
    const valueEnd = skip(bytes, nameEnd + 1, VALUE_BYTES);
    if (nameEnd === at || bytes[nameEnd] !== COLON || !isLineEnd(bytes, valueEnd)) return null;
    const header = HEADERS[placeOf(nameEnd - at, bytes[nameEnd - 1])];
    if (header && isNameAt(bytes, at, header.name)) {
      if (header.use === 'not plain') return null;
      const value = bytes.toString('latin1', skip(bytes, nameEnd + 1, PADDING_BYTES), valueEnd);
      if (!take(request, header.use, value.trimEnd())) return null;
    }
    at = valueEnd + 2;
  }
  const isWhole = isLineEnd(bytes, at) && at + 2 === bytes.length;
  return isWhole && request.host !== undefined ? request : null;
}

function take(request: FastPathRequest, use: Read | 'connection', value: string): boolean {
  if (use === 'connection') return KEEP_ALIVE.test(value);
  if (request[use] !== undefined) return false;
  request[use] = value;
  return true;
}

function skip(bytes: Buffer, from: number, kind: Uint8Array): number {
  let at = from;
  while (at < bytes.length && kind[bytes[at] ?? 0] === 1) at += 1;
  return at;
}

function isAt(bytes: Buffer, at: number, part: Buffer): boolean {
  for (let index = 0; index < part.length; index += 1) {
    if (bytes[at + index] !== part[index]) return false;
  }
  return true;
}

function isNameAt(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index += 1) {
    // Among name bytes only capitals become lower case, and none becomes a hyphen.
    if (((bytes[at + index] ?? 0) | 32) !== name[index]) return false;
  }
  return true;
}

function isLineEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === CR && bytes[at + 1] === LF;
}

function bytesLike(kind: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    kind.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

// The lower five bits are the same for both cases.
function placeOf(length: number, last = 0): number {
  return length * 32 + (last & 31);
}

function placeHeaders(): readonly ({ name: Buffer; use: Use } | undefined)[] {
  const placed: { name: Buffer; use: Use }[] = [];
  for (const [text, use] of Object.entries(USES)) {
    const name = Buffer.from(text);
    placed[placeOf(name.length, name.at(-1))] = { name, use };
  }
  return Array.from(placed);
}
