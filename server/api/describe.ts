import { describeRoute, resolver } from 'hono-openapi';
import type * as z from 'zod';
import type { ErrorCode } from '#shared/common/errors.ts';
import { statusOf } from '#server/http/api/error-response.ts';

const ERROR_SCHEMA = '#/components/schemas/Error';

const ERROR_DESCRIPTIONS: Partial<Record<ErrorCode, string>> = {
  VALIDATION: 'Something in the request is wrong; `fields` says what',
  NOT_FOUND: 'No published record has this address',
  TIMEOUT: 'The sender stopped before the request was complete',
  CONFLICT: 'The same form is being accepted at this moment',
  PAYLOAD_TOO_LARGE: 'The body is larger than allowed',
  UNSUPPORTED_MEDIA_TYPE: 'The body, or the file in it, has a type that is not accepted',
  UNPROCESSABLE: 'The key was used before with another body',
  RATE_LIMITED: 'Too many requests',
  UNAVAILABLE: 'The site is under maintenance, or the database cannot do this at the moment',
  INSUFFICIENT_STORAGE: 'There is no space left for what was sent',
};

/** What can go wrong with anything that visitors send. */
export const SENDING_ERRORS: readonly ErrorCode[] = [
  'VALIDATION',
  'TIMEOUT',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
];

type Description = {
  tag: 'Content' | 'Settings' | 'Leads';
  summary: string;
  description?: string;
  response: { status: 200 | 201; description: string; schema: z.ZodType; mediaType?: string };
  errors: ErrorCode[];
};

/** Describes a call for the OpenAPI document; its parameters and JSON body come from the validators. */
export function describeEndpoint({ tag, summary, description, response, errors }: Description) {
  const schema = resolver(response.schema, { io: 'output' });
  return describeRoute({
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    responses: {
      [response.status]: {
        description: response.description,
        content: { [response.mediaType ?? 'application/json']: { schema } },
      },
      ...Object.fromEntries(
        errors.map((code) => [
          statusOf(code),
          {
            description: ERROR_DESCRIPTIONS[code] ?? code,
            content: { 'application/json': { schema: { $ref: ERROR_SCHEMA } } },
          },
        ]),
      ),
    },
  });
}
