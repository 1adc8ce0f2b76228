import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}

type Props = {
  summary: ReactNode;
  summaryClassName: string;
  className: string;
  children: ReactNode;
};

/**
 * Disclosure navigation (ARIA Authoring Practices), usable without scripts.
 * With scripts it closes on Escape, a press elsewhere, blur and navigation.
 */
export function Disclosure({ summary, summaryClassName, className, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();

  const shownKey = useRef(key);

  // Not on the first page, where it may have been opened before hydration.
  useEffect(() => {
    if (shownKey.current !== key) close(details.current);
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    function handlePress(event: PointerEvent) {
      const isInside = event.target instanceof Node && details.current?.contains(event.target);
      if (!isInside) close(details.current);
    }
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, []);

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !details.current?.open) return;
    close(details.current);
    details.current.querySelector('summary')?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys and focus come from the controls inside
    <details
      ref={details}
      className={className}
      onKeyDown={handleKeyDown}
      onBlur={(event) => {
        const isLeaving =
          event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget);
        if (isLeaving) close(event.currentTarget);
      }}
    >
      <summary className={`${summaryClassName} list-none [&::-webkit-details-marker]:hidden`}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
