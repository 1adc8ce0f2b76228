import { rm } from 'node:fs/promises';
import { v7 as uuidV7 } from 'uuid';
import * as z from 'zod';
import type { ErrorCode, FieldErrors } from '#shared/common/errors.ts';
import { fieldErrorsOf, FORM_NAMES, type FormFields, textOf } from '#shared/forms/values.ts';
import { TRACKING_MESSAGES as messages } from '#shared/tracking/messages.ts';
import { correctionSchemas, emailChangeSchema, wordSchema } from '#shared/tracking/schema.ts';
import {
  type ConfirmedErasure,
  CONFIRM_CODE,
  type RejectedTracking,
  TRACKING_ACTIONS,
  type TrackingAction,
} from '#shared/tracking/values.ts';
import { reportFailure, type ServiceContext } from '#server/context/context.ts';
import { ServiceError } from '#server/core/errors.ts';
import { publicError, statusOf } from '#server/http/base/error-response.ts';
import { readMultipart } from '#server/http/api/multipart.ts';
import { readContentType } from '#server/http/api/request-body.ts';
import { discardPendingUploads } from '#server/services/orders/index.ts';
import {
  askForEmailChange,
  askForErasure,
  askForPerson,
  confirmPersonErasure,
  confirmRequest,
} from '#server/services/privacy/index.ts';
import {
  addWord,
  askForLink,
  correctContact,
  findTracked,
  resume,
  withdraw,
  wordIdOf,
} from '#server/services/tracking/index.ts';
import {
  READ_LIMITS,
  readSignals,
  readUrlEncoded,
  receiveFile,
  type ReceivedFile,
  uploadFiles,
  whileNotBusy,
} from './form-data.ts';

type Accepted = { isAccepted: true; action: TrackingAction };
type Rejection = { isAccepted: false; status: number; rejected: RejectedTracking };

function reject(
  action: TrackingAction,
  entries: Record<string, string>,
  {
    status,
    errors = {},
    failure = null,
  }: { status: number; errors?: FieldErrors; failure?: string | null },
): Rejection {
  return { isAccepted: false, status, rejected: { action, entries, errors, failure } };
}

function rejectFailed(
  ctx: ServiceContext,
  action: TrackingAction,
  entries: Record<string, string>,
  error: unknown,
): Rejection {
  const { code, message, fields } = publicError(error);
  const status = statusOf(code);
  if (status >= 500) reportFailure(ctx, error, 'a form of a visitor’s page could not be accepted');
  if (fields?.['fileUrls']) {
    return reject(action, entries, { status, errors: { files: fields['fileUrls'] } });
  }
  return fields && action !== 'write'
    ? reject(action, entries, { status, errors: fields })
    : reject(action, entries, { status, failure: message });
}

function entriesOf(fields: FormFields, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(fields, name)]));
}

export async function submitTrackingForm(
  ctx: ServiceContext,
  request: Request,
  token: string,
): Promise<Accepted | Rejection | null> {
  const tracked = await findTracked(ctx, token);
  if (!tracked) return null;
  try {
    if (readContentType(request)?.essence === 'multipart/form-data') {
      return await submitWord(ctx, request, { token, conversationId: tracked.conversation.id });
    }
    const fields = await readUrlEncoded(request);
    const { data: action } = z.enum(TRACKING_ACTIONS).safeParse(textOf(fields, 'action'));
    if (!action || action === 'write') {
      return reject('write', {}, { status: 400, failure: messages.unread });
    }
    return await submitAction(ctx, fields, {
      token,
      action,
      kind: tracked.order ? 'order' : 'message',
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (isGone(error)) return null;
    return rejectFailed(ctx, 'write', {}, error);
  }
}

function isGone(error: unknown): boolean {
  const gone: ErrorCode = 'NOT_FOUND';
  return error instanceof ServiceError && error.code === gone;
}

type Addressed = { token: string; conversationId: string };

async function submitWord(
  ctx: ServiceContext,
  request: Request,
  { token, conversationId }: Addressed,
): Promise<Accepted | Rejection> {
  const received: ReceivedFile[] = [];
  const problems: string[] = [];
  const leftOutFiles: string[] = [];
  const sent = { received, problems, leftOutFiles };
  const { headers } = request;
  let entries: Record<string, string> = {};
  try {
    const fields = await readMultipart(
      { headers, body: request.body, source: ctx.client },
      { ...READ_LIMITS, onFile: (file) => receiveFile(ctx, file, sent) },
    );
    entries = entriesOf(fields, ['message']);
    const parsed = wordSchema.safeParse(entries);
    const errors = fieldErrorsOf(parsed.error?.issues ?? []);
    const hasFiles = received.length + problems.length + leftOutFiles.length > 0;
    if (parsed.data?.message === '' && !hasFiles) {
      errors['message'] = messages.word;
    }
    const given = z.uuid().safeParse(textOf(fields, FORM_NAMES.formKey));
    const id = wordIdOf(conversationId, given.data?.toLowerCase() ?? uuidV7());
    const isRight = Object.keys(errors).length === 0 && problems.length === 0;
    const files = isRight ? await uploadFiles(ctx, id, sent) : [];
    const filePaths = [...new Set(files.map(({ path }) => path))];
    if (problems.length > 0) {
      await discardPendingUploads(ctx, { formKey: id, paths: filePaths });
      errors[FORM_NAMES.files] = [...new Set(problems)].join('. ');
    }
    if (!parsed.success || Object.keys(errors).length > 0) {
      return reject('write', entries, { status: 400, errors });
    }
    const body = parsed.data.message;
    const word = { id, body, filePaths, leftOutFiles, signals: readSignals(fields) };
    await whileNotBusy(() => addWord(ctx, token, word));
    return { isAccepted: true, action: 'write' };
  } catch (error) {
    if (request.signal.aborted || isGone(error)) throw error;
    return rejectFailed(ctx, 'write', entries, error);
  } finally {
    await Promise.all(received.map(({ temporaryFile }) => rm(temporaryFile, { force: true })));
  }
}

const FORMS = {
  withdraw,
  resume,
  erase: askForErasure,
  'erase-all': (ctx: ServiceContext, token: string) => askForPerson(ctx, token, 'person-erasure'),
  'export-all': (ctx: ServiceContext, token: string) => askForPerson(ctx, token, 'person-export'),
};

type Action = {
  token: string;
  action: Exclude<TrackingAction, 'write'>;
  kind: 'order' | 'message';
};

async function submitAction(
  ctx: ServiceContext,
  fields: FormFields,
  { token, action, kind }: Action,
): Promise<Accepted | Rejection> {
  const entries = entriesOf(fields, ['name', 'phone', 'company', 'email']);
  try {
    if (action === 'correct') {
      const parsed = correctionSchemas[kind].safeParse(entries);
      if (!parsed.success) {
        return reject(action, entries, { status: 400, errors: fieldErrorsOf(parsed.error.issues) });
      }
      await correctContact(ctx, token, parsed.data);
    } else if (action === 'email') {
      const parsed = emailChangeSchema.safeParse(entries);
      if (!parsed.success) {
        return reject(action, entries, { status: 400, errors: fieldErrorsOf(parsed.error.issues) });
      }
      await askForEmailChange(ctx, token, parsed.data.email);
    } else {
      await FORMS[action](ctx, token);
    }
    return { isAccepted: true, action };
  } catch (error) {
    if (isGone(error)) throw error;
    return rejectFailed(ctx, action, entries, error);
  }
}

type RejectedAddress = {
  isAccepted: false;
  status: number;
  rejected: { email: string; error: string };
};

export async function submitLostLinkForm(
  ctx: ServiceContext,
  request: Request,
): Promise<{ isAccepted: true } | RejectedAddress> {
  let email = '';
  try {
    const fields = await readUrlEncoded(request);
    email = textOf(fields, 'email');
    const parsed = emailChangeSchema.safeParse({ email });
    if (!parsed.success) {
      return { isAccepted: false, status: 400, rejected: { email, error: messages.email } };
    }
    await askForLink(ctx, parsed.data.email);
    return { isAccepted: true };
  } catch (error) {
    if (request.signal.aborted) throw error;
    const { code, message } = publicError(error);
    const status = statusOf(code);
    if (status >= 500) reportFailure(ctx, error, 'links could not be sent again');
    return { isAccepted: false, status, rejected: { email, error: message } };
  }
}

export async function submitConfirmForm(
  ctx: ServiceContext,
  request: Request,
): Promise<ConfirmedErasure | null> {
  const fields = await readUrlEncoded(request);
  const code = textOf(fields, CONFIRM_CODE);
  const person = await confirmPersonErasure(ctx, code);
  if (person) return person;
  const done = await confirmRequest(ctx, code);
  return done && { done, skipped: [] };
}
