/** For components on every page, which must not load the icon library. */
export function Icon({ path, className }: { path: string; className: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`fill-none stroke-current ${className}`}
    >
      <path d={path} />
    </svg>
  );
}
