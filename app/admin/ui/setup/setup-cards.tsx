import { CircleCheck, CircleDashed } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import { Section } from '#app/admin/ui/section.tsx';
import { type Setup, SETUP_CARDS, type SetupCard } from '#shared/setup/admin-schema.ts';
import { SETUP_CARD_LABELS, SETUP_CARD_LINKS, SETUP_MESSAGES as messages } from './messages.ts';

const CARD_PATHS: Record<SetupCard, string> = {
  company: '/admin/company',
  brand: '/admin/company/brand',
  offer: '/admin/offer',
  prices: '/admin/offer/plans',
  proof: '/admin/clients',
  live: '/admin/setup#go-live',
};

export function useSetup() {
  const { may } = useRole();
  return useApiQuery<Setup>('setup', { enabled: may('administration') });
}

export function SetupCards({ setup: { cards } }: { setup: Setup }) {
  const done = cards.filter(({ isDone }) => isDone).length;
  return (
    <Section title={messages.progress(done, cards.length)}>
      <progress
        aria-label={messages.title}
        value={done}
        max={cards.length}
        className="block h-1.5 w-full max-w-3xl overflow-hidden rounded-full accent-accent"
      />
      <ol className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {cards.map(({ name, isDone }) => (
          <li key={name} className="card relative grid content-start gap-1 p-4">
            <span className="flex items-center gap-2">
              <Mark isDone={isDone} />
              <Link
                to={CARD_PATHS[name]}
                className="font-semibold after:absolute after:inset-0 hover:underline"
              >
                {SETUP_CARD_LABELS[name].label}
              </Link>
            </span>
            <span className="text-ink-muted">{SETUP_CARD_LABELS[name].text}</span>
            <span className="relative z-10 flex w-fit flex-wrap gap-x-4 text-sm empty:absolute">
              {SETUP_CARD_LINKS[name]?.map(({ to, label }) => (
                <Link key={to} to={to} className="link py-1 pointer-coarse:py-3">
                  {label}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** For screens that have just saved something. */
export function NextCard() {
  const { pathname } = useLocation();
  const { data } = useSetup();
  const index = SETUP_CARDS.findLastIndex((name) =>
    [{ to: CARD_PATHS[name] }, ...(SETUP_CARD_LINKS[name] ?? [])].some(({ to }) =>
      pathname.startsWith(to),
    ),
  );
  if (!data || data.isDismissed || index === -1) return null;
  const next = [...data.cards.slice(index), ...data.cards.slice(0, index)].find(
    ({ name, isDone }) => !isDone && CARD_PATHS[name] !== pathname,
  );
  if (!next) return null;
  return (
    <Link to={CARD_PATHS[next.name]} className="link inline-flex min-h-10 items-center">
      {messages.next(SETUP_CARD_LABELS[next.name].label)}
    </Link>
  );
}

export function Mark({ isDone }: { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <Icon
      role="img"
      aria-label={isDone ? messages.done : messages.open}
      className={`size-5 shrink-0 ${isDone ? 'text-ok' : 'text-ink-muted'}`}
    />
  );
}
