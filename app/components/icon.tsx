type Props = {
  /** In a box of 24 by 24. */
  path: string;
  className: string;
};

/** A line icon of what every page loads, which so needs no library. */
export function Icon({ path, className }: Props) {
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
