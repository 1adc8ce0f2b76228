import type { ProjectResult } from '#shared/projects/schema.ts';
import { PROJECT_PAGE_MESSAGES as MESSAGES } from '#shared/projects/messages.ts';

type Props = { results: readonly ProjectResult[]; text: string };

/** Longer values do not fit into a column at full size. */
const MAX_LARGE_CHARACTERS = 12;

export function ProjectResults({ results, text }: Props) {
  if (results.length === 0 && !text) return null;
  return (
    <section
      aria-labelledby="results-heading"
      className="border-y border-line bg-surface-sunken py-12 lg:py-20"
    >
      <div className="content-width grid gap-x-16 gap-y-4 lg:grid-cols-[1fr_2fr] lg:items-baseline">
        <h2 id="results-heading" className="text-3xl">
          {MESSAGES.results}
        </h2>
        {text && <p className="max-w-text whitespace-pre-line lg:text-lg">{text}</p>}
        {results.length > 0 && (
          <dl className="mt-6 flex flex-wrap gap-x-12 gap-y-12 lg:col-span-2 lg:mt-12">
            {results.map((result, index) => (
              <Result key={index} result={result} isInPair={results.length === 4} />
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}

type ResultProps = { result: ProjectResult; isInPair: boolean };

function Result({ result, isInPair }: ResultProps) {
  const { metric, before, after, howMeasured } = result;
  const size = after.length > MAX_LARGE_CHARACTERS ? 'text-3xl' : 'text-4xl';
  return (
    <div
      className={`flex min-w-0 flex-1 flex-col ${isInPair ? 'basis-[max(16rem,40%)]' : 'basis-64'}`}
    >
      <dt className="order-3 mt-3 text-lg font-semibold text-balance">{metric}</dt>
      {before && (
        <dd className="order-1 flex min-h-8 items-center gap-3 text-ink-muted">
          <span>
            <span className="sr-only">{MESSAGES.before}</span>
            {before}
          </span>
          <DimensionLine />
        </dd>
      )}
      <dd className={`order-2 font-display font-bold text-accent ${size}`}>
        {!before && (
          <span className="flex min-h-8 items-center text-base">
            <DimensionLine />
          </span>
        )}
        <span className="sr-only">{MESSAGES.after}</span>
        {after}
      </dd>
      {howMeasured && (
        <dd className="order-4 mt-1 max-w-text text-sm text-ink-muted">
          <span className="sr-only">{MESSAGES.howMeasured}</span>
          {howMeasured}
        </dd>
      )}
    </div>
  );
}

function DimensionLine() {
  return (
    <span
      aria-hidden="true"
      className="relative h-3 min-w-8 flex-1 border-s border-line-strong before:absolute before:inset-x-0 before:top-1/2 before:border-t before:border-line-strong after:absolute after:end-0.5 after:top-1/2 after:size-2 after:-translate-y-[calc(50%-0.5px)] after:rotate-45 after:border-e after:border-t after:border-line-strong"
    />
  );
}
