import { type ReactNode, useId } from 'react';
import { formatCount } from './format-count.ts';
import { LIST_MESSAGES } from './messages.ts';

type SectionProps = {
  title: string;
  isTitleHidden?: boolean;
  isInDialog?: boolean;
  isCard?: boolean;
  isBusy?: boolean;
  children: ReactNode;
};

export function Section(props: SectionProps) {
  const { title, isTitleHidden, isInDialog, isCard, isBusy, children } = props;
  const id = useId();
  const Heading = isInDialog ? 'h3' : 'h2';
  const variant = isInDialog ? 'text-base font-semibold' : 'text-lg';
  return (
    <section
      aria-labelledby={id}
      aria-busy={isBusy}
      className={`grid grid-cols-[minmax(0,1fr)] content-start ${isInDialog ? 'gap-2' : 'gap-3'} ${isCard ? 'card p-4' : ''}`}
    >
      <Heading id={id} className={isTitleHidden ? 'sr-only' : variant}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

type StatCardsProps<K extends string> = {
  title: string;
  labels: Readonly<Record<K, string>>;
  values: { readonly [name in NoInfer<K>]: ReactNode } | undefined;
  hints?: { [name in NoInfer<K>]?: ReactNode };
  isLoading: boolean;
  className: string;
};

export function StatCards<K extends string>(props: StatCardsProps<K>) {
  const { title, labels, values, hints, isLoading, className } = props;
  return (
    <Section title={title} isTitleHidden isBusy={isLoading}>
      <div className={`grid gap-3 ${className}`}>
        {(Object.entries(labels) as [K, string][]).map(([name, label]) => (
          <div key={name} className="card grid content-start gap-1 p-4">
            <h3 className="min-h-6 font-sans text-sm font-medium tracking-normal text-ink-muted">
              {label}
            </h3>
            <p className="font-display text-2xl font-semibold tabular-nums">
              <Statistic value={values?.[name]} isLoading={isLoading} />
            </p>
            {hints?.[name] && <p className="text-sm text-ink-muted">{hints[name]}</p>}
          </div>
        ))}
      </div>
    </Section>
  );
}

function Statistic({ value, isLoading }: { value: ReactNode; isLoading: boolean }) {
  if (typeof value === 'number') return formatCount(value);
  if (value !== undefined) return value;
  if (!isLoading) {
    return (
      <span role="img" aria-label={LIST_MESSAGES.notKnown}>
        {LIST_MESSAGES.notKnownSign}
      </span>
    );
  }
  return (
    <>
      <span aria-hidden className="skeleton inline-block h-7 w-16 align-middle" />
      <span className="sr-only">{LIST_MESSAGES.loading}</span>
    </>
  );
}
