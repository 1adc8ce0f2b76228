import { useResponseTime } from '#app/components/office-hours/use-response-time.ts';
import { ORDER_CARDS, ORDER_PAGE_MESSAGES } from './messages.ts';

export type CardName = keyof typeof ORDER_CARDS;

export const CARD_NAMES: readonly CardName[] = ['contact', 'details', 'budget', 'requirements'];

export function cardId(name: CardName): string {
  return `part-${name}`;
}

/** ['We contact you', 'within 1 hour'] or ["You'll hear from us", 'by Monday, 9:54 AM'] */
function useResponseParts(): [clause: string, when: string] {
  const { state, within, deadline } = useResponseTime();
  return state === 'open' || !deadline
    ? [ORDER_PAGE_MESSAGES.contactYou, within]
    : [deadline.clause, deadline.by];
}

type Props = { cards: readonly CardName[]; complete: ReadonlySet<CardName> };

export function OrderProgress({ cards, complete, note }: Props & { note: string | undefined }) {
  const promise = useResponseParts();
  return (
    <aside aria-label={ORDER_PAGE_MESSAGES.progress} className="max-lg:hidden">
      <div className="sticky top-24 grid gap-8">
        <ol className="relative grid gap-1 before:absolute before:inset-y-6 before:start-[0.6875rem] before:w-px before:bg-line">
          {cards.map((name, index) => {
            const isComplete = complete.has(name);
            return (
              <li key={name}>
                <a
                  href={`#${cardId(name)}`}
                  className="group relative flex min-h-11 items-center gap-3 rounded text-sm hover:text-accent"
                >
                  <Marker isComplete={isComplete} number={index + 1} />
                  <span
                    className={
                      isComplete ? 'font-medium' : 'text-ink-muted group-hover:text-accent'
                    }
                  >
                    {ORDER_CARDS[name]}
                    <span className="sr-only">
                      {isComplete ? ORDER_PAGE_MESSAGES.complete : ORDER_PAGE_MESSAGES.incomplete}
                    </span>
                  </span>
                </a>
              </li>
            );
          })}
        </ol>
        <div className="border-s-2 border-accent-2 ps-4">
          <p className="font-medium">
            {ORDER_PAGE_MESSAGES.promise(...promise)}
            {note && ` ${note}`}
          </p>
          <p className="mt-2 text-sm text-ink-muted noscript:hidden">
            {ORDER_PAGE_MESSAGES.draftHint}
          </p>
        </div>
      </div>
    </aside>
  );
}

function Marker({ isComplete, number }: { isComplete: boolean; number: number }) {
  return (
    <svg viewBox="0 0 23 23" aria-hidden="true" className="size-[23px] shrink-0">
      <circle
        cx="11.5"
        cy="11.5"
        r="10.5"
        strokeWidth="1.5"
        className={isComplete ? 'fill-accent stroke-accent' : 'fill-surface stroke-line-strong'}
      />
      {isComplete ? (
        <path
          d="m7 11.8 3 3 6-6.3"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-accent-ink"
        />
      ) : (
        <text
          x="11.5"
          y="15.3"
          textAnchor="middle"
          fontSize="11"
          className="fill-ink-muted font-medium"
        >
          {number}
        </text>
      )}
    </svg>
  );
}

export function OrderPromiseBar({ cards, complete }: Props) {
  const [clause, when] = useResponseParts();
  return (
    <div className="sticky top-(--bar-height) z-30 border-b border-line bg-surface-sunken lg:hidden">
      <div className="content-width flex min-h-10 flex-wrap items-center justify-between gap-x-4 py-1.5 text-sm">
        <p className="leading-tight font-medium">
          {clause} <span className="whitespace-nowrap">{when}</span>
        </p>
        <p className="flex items-center gap-2 text-ink-muted tabular-nums noscript:hidden">
          <span aria-hidden="true" className="flex gap-1">
            {cards.map((name) => (
              <span
                key={name}
                className={`h-1.5 w-4 rounded-full border border-transparent ${complete.has(name) ? 'state-fill bg-accent' : 'bg-line-strong/50'}`}
              />
            ))}
          </span>
          {ORDER_PAGE_MESSAGES.countComplete(complete.size, cards.length)}
          <span className="sr-only">{ORDER_PAGE_MESSAGES.partsComplete}</span>
        </p>
      </div>
    </div>
  );
}
