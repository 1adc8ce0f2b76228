import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters that the URL holds; `defaults` names them, and a value that is its default is left out. Declare `defaults` outside the
 * component.
 */
export function useQueryState<T extends Record<string, string>>(defaults: T) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(defaults).map(([name, fallback]) => [name, params.get(name) ?? fallback]),
      ) as { [K in keyof T]: string },
    [defaults, params],
  );
  const setState = useCallback(
    (changes: Partial<{ [K in keyof T]: string }>, { replace = false } = {}) => {
      setParams(
        () => {
          // Not what was rendered last: an earlier change may not be on the screen yet. No route of the back office has a loader, so
          // that the URL changes at once.
          const next = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '' || value === defaults[name]) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace, preventScrollReset: true },
      );
    },
    [defaults, setParams],
  );
  return [state, setState] as const;
}
