import { camelCase, snakeCase } from '#shared/lib/case.ts';

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

export function toCamelCase(value: unknown): unknown {
  return rename(value, camelCase);
}

export function toSnakeCase(value: unknown): unknown {
  return rename(value, snakeCase);
}
