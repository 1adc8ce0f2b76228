import { COMPANY } from '#shared/company/values.ts';

type Props = {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** Alternative text of the built-in mark; empty where the company's name stands beside it. */
  markAlt?: string;
};

/** The logo of the settings, or the built-in mark where none is set. */
export function Logo({ url, alt, width, height, markAlt = COMPANY.name }: Props) {
  return (
    <img
      src={url || '/logo.svg'}
      alt={url ? alt : markAlt}
      width={width}
      height={height}
      className="logo"
    />
  );
}
