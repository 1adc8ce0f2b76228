import { errorCode, errorText } from '#server/lib/files.ts';
import { DELIVERY_MESSAGES as messages } from '#shared/mails/messages.ts';

/**
 * `recipient`: final for this mail. `later`: the server deferred it. `transport`: no mail can be sent. `outdated`: no longer of
 * interest.
 */
export class DeliveryError extends Error {
  readonly kind: 'recipient' | 'later' | 'transport' | 'outdated';
  /** A mail server judged this mail, so it is reachable. */
  readonly isOfServer: boolean;

  constructor(
    kind: DeliveryError['kind'],
    message: string,
    cause?: unknown,
    { isOfServer = false } = {},
  ) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.kind = kind;
    this.isOfServer = isOfServer;
  }
}

const MAX_DETAIL = 300;
/** A full mailbox may be emptied (RFC 5321, section 4.5.3.1.10). */
const FULL_MAILBOX = 552;
const CLOSING = 421;

type Failure = {
  code: string | undefined;
  responseCode: number;
  hasResponse: boolean;
  command: string;
  detail: string;
};

function read(error: unknown): Failure {
  const { responseCode, command, response } = error as Record<string, unknown>;
  const hasResponse = typeof response === 'string';
  const text = hasResponse && response !== '' ? response : errorText(error);
  const isOfSmtp = typeof responseCode === 'number' && responseCode >= 200 && responseCode < 600;
  return {
    code: errorCode(error),
    responseCode: isOfSmtp ? responseCode : 0,
    hasResponse,
    command: typeof command === 'string' ? command : '',
    detail: text.replaceAll(/[\p{Cc}\s]+/gu, ' ').slice(0, MAX_DETAIL),
  };
}

/** A 5xx to the recipient or text is final, a 4xx is not (RFC 5321, section 4.2.1). All else concerns the transport. */
export function toDeliveryError(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  const { code, responseCode, hasResponse, command, detail } = read(error);
  const isOfMail = (command === 'RCPT TO' || command === 'DATA') && responseCode !== CLOSING;
  if (isOfMail && responseCode >= 500 && responseCode !== FULL_MAILBOX) {
    return new DeliveryError('recipient', messages.rejected(detail), error, { isOfServer: true });
  }
  if (isOfMail && responseCode >= 400) {
    return new DeliveryError('later', messages.putOff(detail), error, { isOfServer: true });
  }
  // Nodemailer's own judgement, before anything was sent.
  if ((code === 'EENVELOPE' || code === 'EMESSAGE') && !hasResponse) {
    return new DeliveryError('recipient', messages.malformed(detail), error);
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return new DeliveryError('transport', messages.signIn(detail), error);
  }
  if (code === 'ETLS') return new DeliveryError('transport', messages.encryption(detail), error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DeliveryError('transport', messages.noSpace(detail), error);
  }
  if (responseCode >= 400) {
    return new DeliveryError('transport', messages.serverRejects(detail), error);
  }
  return new DeliveryError('transport', messages.unreachable(detail), error);
}
