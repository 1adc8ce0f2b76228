type Props = { id: string; heading: string; className?: string };

/** Renders nothing for an empty heading. */
export function SectionHeading({ id, heading, className = 'text-3xl' }: Props) {
  return heading ? (
    <h2 id={`${id}-heading`} className={className}>
      {heading}
    </h2>
  ) : null;
}

export function getHeadingId(id: string, heading: string): string | undefined {
  return heading ? `${id}-heading` : undefined;
}
