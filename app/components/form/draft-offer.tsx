type Props = { savedAt: number; onRestore: () => void; onDiscard: () => void };

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** Offers what was typed on an earlier visit; it appears only in the browser, so its own time zone is right. */
export function DraftOffer({ savedAt, onRestore, onDiscard }: Props) {
  return (
    <section
      aria-label="Saved draft"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded border border-accent bg-accent/8 p-4"
    >
      <p role="status" className="min-w-56 flex-1">
        You started this form before. Your entries of {when.format(savedAt)} are still in this
        browser.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={onRestore}>
          Restore draft
        </button>
        <button type="button" className="button button-secondary" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </section>
  );
}
