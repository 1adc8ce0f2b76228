/** Without a separator in years. */
const formatLimit = (limit: number) =>
  limit < 10_000 ? String(limit) : limit.toLocaleString('en-US');

export const FIELD_MESSAGES = {
  required: (label: string) => `${label} is required`,
  tooLong: (label: string, max: number) =>
    `${label} must be at most ${max.toLocaleString('en-US')} characters`,
  email: (label: string) => `${label} must be a valid email address`,
  url: (label: string) => `${label} must be a full web address, such as https://example.com`,
  color: (label: string) => `${label} must be # and six digits, such as #E4572E, or empty`,
  date: (label: string) => `${label} must be a date, or empty`,
  number: (label: string, min: number, max: number, isWhole: boolean) =>
    `${label} must be a ${isWhole ? 'whole number' : 'number'} from ${formatLimit(min)} to ${formatLimit(max)}`,
  phone: (label: string) => `${label} must be a phone number`,
  countryCode: (label: string) => `${label} must be two capital letters, such as TR`,
  prefix: (label: string) => `${label} must be 1 to 4 capital letters (A to Z) or digits`,
  choice: (label: string) => `Choose one of the options for ${label}`,
  lineTooLong: (label: string, max: number) =>
    `${label}: each line must be at most ${max} characters`,
  unknownVariable: (label: string, unknown: string, known: readonly string[]) =>
    `${label}: ${unknown} cannot be filled in${known.length > 0 ? `. Use ${known.map((name) => `{${name}}`).join(', ')}` : ''}`,
  tooMany: (label: string, max: number) => `${label} can have at most ${max} entries`,
} as const;

export const SITE_CONTENT_MESSAGES = {
  notFound: 'This part of the site does not exist.',
  conflict: 'Someone else changed this meanwhile.',
  noLogo: 'Upload a logo first.',
  samePrefix: 'Orders and messages need different prefixes',
  repeated: (label: string) => `"${label}" is listed twice`,
  used: (label: string, count: number) =>
    `"${label}" cannot be renamed or removed, because ${count} ${count === 1 ? 'record uses' : 'records use'} it. Archive it instead`,
} as const;

export const PRICE_MESSAGES = {
  from: (price: string) => `Starting at ${price}`,
} as const;
