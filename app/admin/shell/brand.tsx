import { useCompany } from '#app/components/live-settings.tsx';

type Props = {
  /** Empty for the built-in mark. */
  logoUrl: string;
  className?: string;
};

export function Brand({ logoUrl, className = '' }: Props) {
  const company = useCompany();
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
        {company.name}
      </span>
    </>
  );
}
