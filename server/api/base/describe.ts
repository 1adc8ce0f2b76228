import type { MiddlewareHandler } from 'hono';
import { describeRoute } from 'hono-openapi';
import type * as z from 'zod';
import { BACKGROUND_HEADER, PROOF_MS, SESSION_HEADER } from '#shared/admin-sessions/values.ts';
import { ACCESS, type Access, DEFAULT_ACCESS } from '#shared/admin-users/values.ts';
import type { ErrorCode } from '#shared/common/errors.ts';
import { errorHeaders, statusOf } from '#server/http/base/error-response.ts';
import { describeSchema } from '#server/http/api/openapi-schema.ts';

function part(name: string, description: string, access: Access = DEFAULT_ACCESS) {
  return { name, description, access };
}

export const PUBLIC_PARTS = {
  content: part('Content', 'Published records, as lists or one by one'),
  leads: part('Leads', 'What visitors send'),
  settings: part('Settings', 'The public settings of the site'),
  signIn: part('Sign-in', 'How an administrator gets a session, asks for it and ends it'),
  documentation: part('Documentation', 'This description'),
};

export const ADMIN_PARTS = {
  dashboard: part(
    'Overview',
    'What came in, what waits, what changed, and the state of the system',
  ),
  orders: part('Orders', 'Order requests with their files'),
  contactMessages: part('Messages', 'Contact messages'),
  replyTemplates: part('Reply templates', 'Texts that all administrators reply with'),
  mails: part('Mails', 'What was sent to visitors and to the team, or waits'),
  queue: part('Queue', 'Who waits for an answer, and who is giving it'),
  savedFilters: part('Saved filters', "The administrator's own filters of the lists"),
  blogPosts: part('Blog posts', 'Posts of the blog, drafts included'),
  projects: part('Projects', 'The portfolio, drafts included'),
  faqs: part('Questions', 'Questions and answers, drafts included'),
  clients: part('Clients', 'Clients with their logos'),
  testimonials: part('Testimonials', 'What clients say'),
  teamMembers: part('Team members', 'The people who answer, drafts included'),
  uploads: part('Images', 'Images for content and settings'),
  connections: part(
    'Connections',
    'Mail server, sender, recipients of notices and mailbox',
    'administration',
  ),
  setup: part('Set-up', 'What is set up, and what is missing', 'administration'),
  siteContent: part(
    'Site content',
    'The facts and texts that an owner enters: company, offer, pages, emails',
    'administration',
  ),
  siteSettings: part('Site settings', 'All settings of the site', 'administration'),
  reports: part('Reports', 'How enquiries were answered, and where they came from'),
  publicClaims: part(
    'Public numbers',
    'What the site says of itself in figures, and what it is based on',
    'administration',
  ),
  contactAudit: part('Contact audit', 'Who read or changed contact data', 'audit'),
  privacy: part(
    'Privacy',
    'For how long personal data is stored, and everything about one person',
    'administration',
  ),
  traffic: part(
    'Traffic',
    'Requests, security events, sign-ins, and how the site is protected',
    'administration',
  ),
  ipRules: part('IP rules', 'Addresses that are blocked, watched or let through', 'administration'),
  adminUsers: part(
    'Administrators',
    'Who may sign in, in which role, and who is invited',
    'administration',
  ),
  account: part(
    'Account',
    "The signed-in administrator's own password, second factor, passkeys, sessions and devices",
    'own',
  ),
};

export type AdminPart = keyof typeof ADMIN_PARTS;

const accessByHandler = new WeakMap<object, Access>();

/** Returns the access that an endpoint requires; undefined for any other handler. */
export function findAccess(handler: object): Access | undefined {
  return accessByHandler.get(handler);
}

const PARTS = { ...PUBLIC_PARTS, ...ADMIN_PARTS };

const ERROR_DESCRIPTIONS = {
  VALIDATION: 'Something in the request is wrong; `fields` says what',
  UNAUTHORIZED: 'There is no such session, or what was sent to get one is wrong',
  FORBIDDEN:
    'The address is blocked, the page of another site has sent the request, or the role or the device of the administrator may not',
  PROOF_REQUIRED: `The last proof of who is at the screen (\`POST /api/admin/proof\`) is older than ${PROOF_MS / 60_000} minutes; otherwise as \`FORBIDDEN\``,
  NOT_FOUND: 'There is no such record, or not for whoever asks',
  TIMEOUT: 'The sender stopped before the request was complete',
  CONFLICT: 'Somebody else changed it meanwhile, it exists already, or it is being accepted now',
  PAYLOAD_TOO_LARGE: 'The body is larger than allowed',
  UNSUPPORTED_MEDIA_TYPE: 'The body, or the file in it, has a type that is not accepted',
  UNPROCESSABLE: 'The key was used before with another body, or the content cannot be processed',
  RATE_LIMITED: 'Too many requests',
  UNAVAILABLE:
    'The site is under maintenance, overloaded, or the database cannot do this at the moment',
  INSUFFICIENT_STORAGE: 'There is no space left for what was sent',
} satisfies Partial<Record<ErrorCode, string>>;

export type DescribedError = keyof typeof ERROR_DESCRIPTIONS;

export const BODY_ERRORS = [
  'VALIDATION',
  'TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

export const SENDING_ERRORS = [...BODY_ERRORS, 'CONFLICT', 'INSUFFICIENT_STORAGE'] as const;

const ALWAYS = ['FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'] as const;
// Every request updates its session, which needs storage.
const ALWAYS_OF_ADMINS = ['UNAUTHORIZED', 'INSUFFICIENT_STORAGE'] as const;

export const COMPONENTS = {
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'header',
      name: SESSION_HEADER,
      description: 'The `sessionToken` that `POST /api/admin-auth` responds with',
    },
  },
  parameters: {
    background: {
      in: 'header',
      name: BACKGROUND_HEADER,
      description: 'With `1`, the request does not keep the session alive',
      schema: { type: 'string' },
    },
  },
  responses: Object.fromEntries(
    Object.entries(ERROR_DESCRIPTIONS).map(([code, description]) => [
      code,
      {
        description,
        ...('retry-after' in errorHeaders(code as DescribedError) && {
          headers: {
            'Retry-After': {
              description: 'In how many seconds the same request may succeed',
              schema: { type: 'integer' as const },
            },
          },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  ),
} as const;

export type Success = {
  status: 200 | 201;
  description: string;
  schema: z.ZodType;
  mediaTypes?: readonly string[];
};

type Description = {
  part: keyof typeof PARTS;
  access?: Access | undefined;
  summary: string;
  description?: string | undefined;
  ids?: readonly string[];
  response: Success;
  /** In addition to the common errors. Of several with one status, the last one describes it. */
  errors?: readonly DescribedError[];
};

export function describeEndpoint(endpoint: Description): MiddlewareHandler {
  const { part, summary, description, ids = [], response, errors = [] } = endpoint;
  const isAdmin = part in ADMIN_PARTS;
  const access = isAdmin ? (endpoint.access ?? PARTS[part].access) : null;
  const { mediaTypes = ['application/json'] } = response;
  const schema = describeSchema(response.schema, 'output');
  const handler = describeRoute({
    tags: [PARTS[part].name],
    summary,
    ...(description && { description }),
    ...(access && { 'x-roles': ACCESS[access] }),
    security: isAdmin ? [{ session: [] }] : [],
    parameters: [
      ...ids.map((name) => ({
        in: 'path',
        name,
        required: true,
        schema: { type: 'string' as const, format: 'uuid' },
      })),
      ...(isAdmin ? [{ $ref: '#/components/parameters/background' }] : []),
    ],
    responses: {
      [response.status]: {
        description: response.description,
        content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
      },
      ...Object.fromEntries(
        [...ALWAYS, ...(isAdmin ? ALWAYS_OF_ADMINS : []), ...errors].map((code) => [
          statusOf(code),
          { $ref: `#/components/responses/${code}` },
        ]),
      ),
    },
  });
  if (access) accessByHandler.set(handler, access);
  return handler;
}

export function describeUpload(fields: Record<string, { type: 'string'; enum: string[] }> = {}) {
  return describeRoute({
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: { file: { type: 'string', format: 'binary' }, ...fields },
          },
        },
      },
    },
  });
}
