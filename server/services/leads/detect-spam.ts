import { computeOrNull, type ServiceContext } from '#server/context/context.ts';
import type { Mail } from '#server/mail/outbox/outbox.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import type { SuspectReason } from '#shared/leads/values.ts';

const FAST_MS = 3_000;
const REPETITIONS = 3;

const WEB_URL = /(?:https?:\/\/|\bwww\.)\S+/giu;
const WORD = /\p{L}{2}/u;

type SentForm = {
  text: string;
  signals: FormSignals;
  sendings: number;
};

/** Speed alone is no reason: people paste prepared texts. */
export function suspectReasonsOf({ text, signals, sendings }: SentForm): SuspectReason[] {
  const withoutAddresses = text.replaceAll(WEB_URL, ' ');
  const hasAddress = withoutAddresses !== text;
  const isFast = signals.formAge !== undefined && signals.formAge < FAST_MS;
  const found: [SuspectReason, boolean][] = [
    ['trap', (signals.homepage ?? '') !== ''],
    ['repeated', sendings >= REPETITIONS],
    ['links', hasAddress && !WORD.test(withoutAddresses)],
    ['fast', hasAddress && isFast],
  ];
  return found.flatMap(([reason, isFound]) => (isFound ? reason : []));
}

type SentText = { text: string; signals: FormSignals; submission: string };

/** Remembers the text for later submissions. */
export function findSuspicion(
  ctx: ServiceContext,
  { text, signals, submission }: SentText,
): SuspectReason[] {
  const find = () =>
    suspectReasonsOf({ text, signals, sendings: ctx.countText?.(text, submission) ?? 1 });
  return computeOrNull(ctx, 'spam suspicion', find) ?? [];
}

type NewLead = {
  kind: 'order' | 'message';
  text: string;
  signals: FormSignals;
  submission: string;
  notice: Mail;
  confirmation: Mail;
};

/** Call `countAccepted` once the lead is stored. */
export function detectSpam(
  ctx: ServiceContext,
  { kind, text, signals, submission, notice, confirmation }: NewLead,
): { suspectReasons: SuspectReason[]; mails: Mail[]; countAccepted: () => void } {
  const suspectReasons = findSuspicion(ctx, { text, signals, submission });
  const isSuspect = suspectReasons.length > 0;
  return {
    suspectReasons,
    // A suspect may have typed a stranger's address.
    mails: isSuspect ? [notice] : [notice, confirmation],
    countAccepted() {
      computeOrNull(ctx, 'statistics', () => {
        ctx.countLead?.(kind);
        if (isSuspect) ctx.recordSpam?.();
      });
    },
  };
}
