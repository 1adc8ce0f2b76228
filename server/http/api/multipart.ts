import { MAX_ORDER_FILES, MAX_ORDER_FILES_BYTES } from '#shared/orders/values.ts';
import { ServiceError } from '#server/core/errors.ts';
import { LIMITS } from '#server/core/limits.ts';
import {
  type BodyLimits,
  decodeText,
  openBody,
  readContentType,
  type WithBody,
} from './request-body.ts';

export type MultipartFile = {
  fieldName: string;
  fileName: string;
  /** As declared by the client; never trusted. */
  declaredType: string;
  content: AsyncIterable<Uint8Array>;
};

type MultipartOptions = Partial<Omit<BodyLimits, 'totalMs'>> & {
  onFile: (file: MultipartFile) => Promise<void>;
  maxFiles?: number;
};

type PartHeaders = { name: string; fileName: string | null; type: string };

const MAX_PARTS = 200;
const MAX_PART_HEADER_BYTES = 8 * 1024;
const MAX_PREAMBLE_BYTES = 1024;
const OVERHEAD_BYTES = 128 * 1024;
const DEFAULT_MAX_BYTES = MAX_ORDER_FILES_BYTES + LIMITS.formFields + OVERHEAD_BYTES;

const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const DISPOSITION_PARAMETER = /\s*;\s*([\w*-]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^;\s"]*))/gy;

function malformed(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'The form data is malformed.');
}

function readBoundary(request: WithBody): Buffer {
  const type = readContentType(request);
  if (type?.essence !== 'multipart/form-data') {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as multipart/form-data.');
  }
  const boundary = type.params.get('boundary') ?? '';
  // RFC 2046, section 5.1.1: 1 to 70 characters, no space at the end.
  if (!/^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)) throw malformed();
  return Buffer.from(`\r\n--${boundary}`, 'latin1');
}

// Browsers escape quotes and line breaks as WHATWG HTML says, other clients a quote with a backslash.
function unescapeName(text: string): string {
  return text
    .replaceAll('\\"', '"')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0D/gi, '\r')
    .replaceAll(/%0A/gi, '\n');
}

function readPartHeaders(block: Buffer): PartHeaders {
  let disposition: string | null = null;
  let type = '';
  for (const line of decodeText(block).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon < 1 || /[\r\n\0]/.test(line)) throw malformed();
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'content-disposition') {
      if (disposition !== null) throw malformed();
      disposition = value;
    } else if (name === 'content-type') type = value.toLowerCase();
  }
  const kind = /^form-data/i.exec(disposition ?? '');
  if (disposition === null || !kind) throw malformed();
  const parameters = new Map<string, string>();
  const given = disposition.slice(kind[0].length).matchAll(DISPOSITION_PARAMETER);
  for (const [, name = '', quoted, plain = ''] of given) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, unescapeName(quoted ?? plain));
  }
  const name = parameters.get('name');
  if (name === undefined) throw malformed();
  return { name, fileName: parameters.get('filename') ?? null, type };
}

/** Reads a form without holding a file in memory, and returns its text fields. An error of `onFile` ends the reading. */
export async function readMultipart(
  request: WithBody,
  { onFile, maxFiles = MAX_ORDER_FILES, ...limits }: MultipartOptions,
): Promise<URLSearchParams> {
  const delimiter = readBoundary(request);
  const source = openBody(request, {
    maxBytes: DEFAULT_MAX_BYTES,
    tooLarge: 'The form and its files are too large together.',
    totalMs: LIMITS.uploadTimeout,
    ...limits,
  });
  // The first boundary has no line end before it; adding one makes all alike.
  let buffer: Buffer = LINE_END;

  async function pull(): Promise<void> {
    const chunk = await source.next();
    if (!chunk) throw malformed();
    const { buffer: memory, byteOffset, byteLength } = chunk;
    buffer =
      buffer.length === 0
        ? Buffer.from(memory, byteOffset, byteLength)
        : Buffer.concat([buffer, chunk]);
  }

  /** Returns the earlier bytes when no boundary begins in them, so that chunks are not copied for a few bytes. */
  async function pullPast(): Promise<Buffer | null> {
    const before = buffer;
    buffer = Buffer.alloc(0);
    await pull();
    const seam = Buffer.concat([before, buffer.subarray(0, delimiter.length - 1)]);
    if (buffer.length >= delimiter.length && !seam.includes(delimiter)) return before;
    buffer = Buffer.concat([before, buffer]);
    return null;
  }

  async function readUntil(end: Buffer, maxLength: number): Promise<Buffer> {
    let index = buffer.indexOf(end);
    while (index === -1) {
      if (buffer.length > maxLength + end.length) throw malformed();
      const searched = Math.max(0, buffer.length - end.length + 1);
      await pull();
      index = buffer.indexOf(end, searched);
    }
    if (index > maxLength) throw malformed();
    const before = buffer.subarray(0, index);
    buffer = buffer.subarray(index + end.length);
    return before;
  }

  function openContent(): () => AsyncGenerator<Uint8Array> {
    let isOpen = true;
    return async function* readContent() {
      while (isOpen) {
        const index = buffer.indexOf(delimiter);
        const length = index === -1 ? buffer.length - delimiter.length + 1 : index;
        const content = buffer.subarray(0, Math.max(0, length));
        buffer = buffer.subarray(index === -1 ? content.length : index + delimiter.length);
        if (index !== -1) isOpen = false;
        if (content.length > 0) yield content;
        if (isOpen) {
          const passed = await pullPast();
          if (passed) yield passed;
        }
      }
    };
  }

  const fields = new URLSearchParams();
  let fieldBytes = 0;
  let files = 0;

  async function readField(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const parts: Uint8Array[] = [];
    fieldBytes += name.length;
    for await (const chunk of content) {
      fieldBytes += chunk.byteLength;
      if (fieldBytes > LIMITS.formFields) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', 'The texts of the form are too long.');
      }
      parts.push(chunk);
    }
    fields.append(name, decodeText(Buffer.concat(parts)));
  }

  async function readPart(): Promise<void> {
    const { name, fileName, type } = readPartHeaders(
      await readUntil(HEADERS_END, MAX_PART_HEADER_BYTES),
    );
    const readContent = openContent();
    if (fileName === null) await readField(name, readContent());
    else if (fileName !== '') {
      files += 1;
      if (files > maxFiles) {
        throw new ServiceError('BAD_REQUEST', 'The form carries more files than it may.');
      }
      await onFile({
        fieldName: name,
        fileName,
        declaredType: type,
        content: readContent(),
      });
    }
    for await (const _ of readContent());
  }

  try {
    await readUntil(delimiter, MAX_PREAMBLE_BYTES);
    for (let parts = 0; ; parts += 1) {
      while (buffer.length < 2) await pull();
      if (buffer.subarray(0, 2).equals(Buffer.from('--'))) break;
      if ((await readUntil(LINE_END, MAX_PREAMBLE_BYTES)).toString().trim() !== '') {
        throw malformed();
      }
      if (parts >= MAX_PARTS) throw malformed();
      await readPart();
    }
    while (await source.next());
    return fields;
  } catch (error) {
    void source.stop();
    throw error;
  }
}
