export const STATUS_FILTERS = [
  { value: '2xx', label: '2xx Success' },
  { value: '3xx', label: '3xx Redirection' },
  { value: '4xx', label: '4xx Rejected' },
  { value: '5xx', label: '5xx Failed' },
  ...[200, 201, 303, 304, 400, 401, 403, 404, 408, 409, 413, 422, 429, 431, 500, 503].map(
    (code) => ({ value: String(code), label: String(code) }),
  ),
];

export function statusesOf(filter: string): { from: number; to: number } {
  const from = Number(filter.replaceAll('x', '0'));
  return { from, to: filter.endsWith('xx') ? from + 99 : from };
}
