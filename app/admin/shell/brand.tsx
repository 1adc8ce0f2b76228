type Props = {
  /** Empty for the built-in mark. */
  logoUrl: string;
  name: string;
  className?: string;
};

export function Brand({ logoUrl, name, className = '' }: Props) {
  return (
    <>
      <img
        src={logoUrl || '/logo.svg'}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 object-contain"
      />
      <span className={`truncate font-display font-semibold tracking-tight ${className}`}>
        {name}
      </span>
    </>
  );
}
