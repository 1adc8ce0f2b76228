import {
  erasedPersonSchema,
  erasureSchema,
  personErasureSchema,
  personQuerySchema,
  personSchema,
} from '#shared/persons/admin-schema.ts';
import { retentionSchema } from '#shared/retention/admin-schema.ts';
import { RETENTION_MESSAGES } from '#shared/retention/messages.ts';
import {
  erasePerson,
  exportPerson,
  findPerson,
  listErasures,
  previewPurge,
} from '#server/services/privacy/index.ts';
import { streamResponse } from '#server/api/base/downloads.ts';
import { endpoint, file, list, record, routerOf } from '#server/api/base/endpoint.ts';

// Email addresses are never part of a URL, because URLs are logged.
export const privacyAdminApi = routerOf('privacy', {
  'GET /retention': endpoint({
    summary:
      'For how long everything with personal data is stored, and what the next purge removes',
    response: record(retentionSchema),
    run: previewPurge,
  }),
  'POST /person': endpoint({
    summary: 'How much is stored about an e-mail address; the contact audit records who has asked',
    body: personQuerySchema,
    response: record(personSchema),
    run: (ctx, { body }) => findPerson(ctx, body.email),
  }),
  'POST /person/export': endpoint({
    summary: 'Everything about an e-mail address: what its sender may read as JSON, and the files',
    body: personQuerySchema,
    notFound: RETENTION_MESSAGES.nobody,
    errors: ['NOT_FOUND', 'PROOF_REQUIRED'],
    response: file('The archive', 'application/x-tar'),
    async run(ctx, { body }) {
      const parts = await exportPerson(ctx, body.email);
      return streamResponse(parts, {
        name: 'person.tar',
        type: 'application/x-tar',
      });
    },
  }),
  'POST /person/erasure': endpoint({
    summary: 'Erases everything about an e-mail address, for good',
    description:
      '`fingerprint` is that of `POST /api/admin/privacy/person`; where something has changed since, nothing is erased. What is on legal hold stays.',
    body: personErasureSchema,
    errors: ['NOT_FOUND', 'CONFLICT', 'PROOF_REQUIRED'],
    response: record(erasedPersonSchema),
    run: (ctx, { body }) => erasePerson(ctx, body),
  }),
  'GET /erasures': endpoint({
    summary: 'The newest lines of the ledger of erasures, which holds none of the data',
    response: list(erasureSchema),
    run: listErasures,
  }),
});
