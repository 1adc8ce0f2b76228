export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid justify-items-center gap-3 p-10 text-ink-muted">
      <svg viewBox="0 0 24 24" aria-hidden className="size-8 motion-safe:animate-spin">
        <circle cx="12" cy="12" r="9" fill="none" strokeWidth="2.5" className="stroke-line" />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          className="stroke-accent"
        />
      </svg>
      <span>{label}</span>
    </div>
  );
}
