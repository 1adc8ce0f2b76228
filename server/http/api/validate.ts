import type { Context, MiddlewareHandler } from 'hono';
import { uniqueSymbol } from 'hono-openapi';
import * as z from 'zod';
import { type FieldErrors, fieldOfIssue } from '#shared/common/errors.ts';
import { ServiceError } from '#server/core/errors.ts';
import { parseJson } from '#shared/lib/parse-json.ts';
import { LIMITS } from '#server/core/limits.ts';
import {
  decodeText,
  readBody,
  readContentType,
  type WithBody,
  withPlainBody,
} from './request-body.ts';
import type { HonoEnv } from '#server/http/base/request-context.ts';
import { snakeCase } from '#shared/lib/case.ts';
import { describeSchema, describeWireSchema } from './openapi-schema.ts';
import { fieldName } from './wire.ts';

const INVALID_MESSAGE = 'Please correct the marked fields.';
const MAX_REPORTED_FIELDS = 50;
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

type Target = 'json' | 'query' | 'header';
type Validated<T extends Target, S extends z.ZodType> = {
  in: { [K in T]: z.input<S> };
  out: { [K in T]: z.output<S> };
};

// Iterative: bodies may be nested deeper than the stack.
function rejectReservedKeys(value: unknown): void {
  const pending: unknown[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const key of Object.keys(next)) {
      if (RESERVED_KEYS.has(key)) {
        throw new ServiceError('BAD_REQUEST', 'The body has a field that is not allowed.');
      }
      pending.push((next as Record<string, unknown>)[key] ?? null);
    }
  }
}

function fieldErrors(error: z.ZodError, sentName: (field: string) => string): FieldErrors {
  // A Map, because objects have inherited keys such as `toString`.
  const fields = new Map<string, string>();
  function report(field: string, message: string): void {
    const name = field.slice(0, 100);
    if (fields.size < MAX_REPORTED_FIELDS && !fields.has(name)) fields.set(name, message);
  }
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report(sentName(key), 'This field is not known');
    } else if (issue.path.length > 0) {
      const path = issue.path.map((name) => (typeof name === 'string' ? sentName(name) : name));
      report(fieldOfIssue(path), issue.message);
    }
  }
  return Object.fromEntries(fields);
}

function parseOrThrow<S extends z.ZodType>(
  schema: S,
  value: unknown,
  sentName = (field: string) => field,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldErrors(parsed.error, sentName);
  throw Object.keys(fields).length > 0
    ? new ServiceError('VALIDATION', INVALID_MESSAGE, fields)
    : new ServiceError('BAD_REQUEST', 'The body must be a JSON object.');
}

async function readJson(request: WithBody, maxBytes: number = LIMITS.jsonBody): Promise<unknown> {
  const type = readContentType(request);
  const isUtf8 = /^utf-?8$/i.test(type?.params.get('charset') ?? 'utf-8');
  if (type?.essence !== 'application/json' || !isUtf8 || request.headers.has('content-encoding')) {
    throw new ServiceError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as application/json, encoded as UTF-8 and not compressed.',
    );
  }
  const bytes = await readBody(request, { maxBytes, tooLarge: 'The body is too large.' });
  const value = parseJson(decodeText(bytes));
  if (value === undefined) throw new ServiceError('BAD_REQUEST', 'The body is not valid JSON.');
  rejectReservedKeys(value);
  return value;
}

/** Lets a test find the inputs of all endpoints. */
export const validatedInput = Symbol('validated input');

function validate<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  parse: (c: Context<HonoEnv>) => unknown,
  description = describeSchema(schema, 'input'),
): MiddlewareHandler<HonoEnv, string, Validated<T, S>> {
  const middleware: MiddlewareHandler<HonoEnv, string, Validated<T, S>> = async (c, next) => {
    c.req.addValidatedData(target, (await parse(c)) as object);
    await next();
  };
  return Object.assign(middleware, {
    [uniqueSymbol]: { target, ...description },
    [validatedInput]: { target, schema },
  });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function validateJson<S extends z.ZodType>(schema: S, maxBytes?: number) {
  return validate('json', schema, async (c) =>
    parseOrThrow(schema, await readJson(withPlainBody(c), maxBytes)),
  );
}

function inner(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapped ? inner(schema.unwrap()) : schema;
}

function withFieldNames(record: object, schema: z.ZodObject, sent: Map<string, string>): object {
  function rename(value: unknown, given: unknown): unknown {
    const expected = inner(given);
    if (Array.isArray(value)) {
      return expected instanceof z.ZodArray
        ? value.map((entry) => rename(entry, expected.element))
        : value;
    }
    return isRecord(value) && expected instanceof z.ZodObject
      ? withFieldNames(value, expected, sent)
      : value;
  }
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const field = fieldName(name);
      sent.set(field, name);
      return [field, rename(value, schema.shape[field])];
    }),
  );
}

export type WireOptions = { maxBytes?: number; record?: z.ZodObject };

/**
 * Validates a JSON body with column names (`is_published`) by a schema with ours (`isPublished`), also in nested records and
 * lists. Ignores further fields of `record`, so that one can be sent back as it was read.
 */
export function validateWireJson<S extends z.ZodObject>(
  schema: S,
  { maxBytes, record }: WireOptions = {},
) {
  const strict = schema.strict() as unknown as S;
  const readOnly = Object.keys(record?.shape ?? {}).filter((name) => !(name in schema.shape));
  async function parse(c: Context<HonoEnv>) {
    const body = await readJson(withPlainBody(c), maxBytes);
    if (!isRecord(body)) return parseOrThrow(strict, body);
    const sent = new Map<string, string>();
    const named = withFieldNames(body, strict, sent);
    for (const name of readOnly) Reflect.deleteProperty(named, name);
    return parseOrThrow(
      strict,
      named,
      (field) => sent.get(field) ?? (Object.hasOwn(strict.shape, field) ? snakeCase(field) : field),
    );
  }
  return validate('json', strict, parse, describeWireSchema(strict, readOnly));
}

/** The first of repeated names counts. */
function pickKnown(schema: z.ZodObject, values: Pick<Headers, 'has' | 'get'>) {
  const names = Object.keys(schema.shape).filter((name) => values.has(name));
  return Object.fromEntries(names.map((name) => [name, values.get(name)]));
}

export function validateQuery<S extends z.ZodObject>(schema: S) {
  return validate('query', schema, (c) =>
    parseOrThrow(schema, pickKnown(schema, new URL(c.req.raw.url).searchParams)),
  );
}

export function validateHeaders<S extends z.ZodObject>(schema: S) {
  return validate('header', schema, (c) =>
    parseOrThrow(schema, pickKnown(schema, c.req.raw.headers)),
  );
}
