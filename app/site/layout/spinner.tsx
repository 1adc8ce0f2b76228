import { useNavigation } from 'react-router';
import { LAYOUT_MESSAGES } from '#app/site/lib/messages.ts';

export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`motion-safe:animate-spin ${className}`}>
      <path d="M8 1.5a6.5 6.5 0 1 1-6.5 6.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

export function NavigationSpinner() {
  const isLoading = useNavigation().state === 'loading';
  return (
    <div
      role="status"
      className={`card pointer-events-none print:hidden fixed inset-x-0 top-24 z-40 mx-auto flex w-fit items-center gap-3 px-4 py-2.5 text-sm text-ink-muted shadow-lg transition-opacity ${
        isLoading ? 'opacity-100 delay-150' : 'invisible opacity-0'
      }`}
    >
      {isLoading && (
        <>
          <Spinner className="size-5 text-accent" />
          {LAYOUT_MESSAGES.loading}
        </>
      )}
    </div>
  );
}
