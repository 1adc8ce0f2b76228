import { COMPANY } from '#shared/company.ts';

type Props = { url: string; alt: string; width: number; height: number; className?: string };

/** The logo of the settings, or the built-in mark where none is set. */
export function Logo({ url, alt, width, height, className }: Props) {
  return (
    <img
      src={url || '/logo.svg'}
      alt={url ? alt : COMPANY.name}
      width={width}
      height={height}
      className={className}
    />
  );
}
