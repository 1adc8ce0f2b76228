import type { ServiceContext } from '#server/context.ts';
import type { FormSignals } from '#shared/forms/schema.ts';
import type { SuspectReason } from '#shared/leads/values.ts';

const FAST_MS = 3_000;
const REPETITIONS = 3;

const WEB_ADDRESS = /(?:https?:\/\/|\bwww\.)\S+/giu;
const WORD = /\p{L}{2}/u;

type SentForm = {
  /** What the visitor wrote. */
  text: string;
  signals: FormSignals;
  /** How many submissions of the last hour had this text. */
  sendings: number;
};

/** Why a form is suspect, if it is. Speed alone is no reason: whoever pastes a prepared text is quick and honest. */
export function suspectReasonsOf({ text, signals, sendings }: SentForm): SuspectReason[] {
  const withoutAddresses = text.replaceAll(WEB_ADDRESS, ' ');
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

/** Why the form that is being accepted is suspect; its text is remembered for the next ones. */
export function judgeForm(
  ctx: ServiceContext,
  { text, signals, submission }: { text: string; signals: FormSignals; submission: string },
): SuspectReason[] {
  const sendings = ctx.countText?.(text, submission) ?? 1;
  return suspectReasonsOf({ text, signals, sendings });
}
