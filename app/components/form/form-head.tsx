import { FORM_NAMES } from '#shared/forms/values.ts';
import { DraftOffer } from './draft-offer.tsx';
import { ErrorSummary, type SummaryEntry } from './error-summary.tsx';
import { FORM_MESSAGES } from './messages.ts';

type Props = {
  /** The title of the page, which also says when something has to be put right. */
  title: string;
  /** The key that the server gave to a form sent without scripts. */
  formKey: string | null | undefined;
  summary: readonly SummaryEntry[];
  /** Counts the refusals: each of them moves the focus to the summary. */
  attempt: number;
  draft: { offer: { savedAt: number } | null; restore: () => void; discard: () => void };
};

/** What each form begins with. */
export function FormHead({ title, formKey, summary, attempt, draft }: Props) {
  return (
    <>
      <title>{summary.length > 0 ? FORM_MESSAGES.error + title : title}</title>
      {formKey && <input type="hidden" name={FORM_NAMES.formKey} value={formKey} />}
      {summary.length > 0 && <ErrorSummary key={attempt} entries={summary} />}
      {draft.offer && (
        <DraftOffer
          savedAt={draft.offer.savedAt}
          onRestore={draft.restore}
          onDiscard={draft.discard}
        />
      )}
    </>
  );
}
