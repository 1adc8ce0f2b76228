import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** For parts of a screen that are rendered later than the navigation ends. */
export function useHashTarget(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const target = document.getElementById(hash.slice(1));
    target?.scrollIntoView();
    target?.focus();
  }, [hash]);
}
