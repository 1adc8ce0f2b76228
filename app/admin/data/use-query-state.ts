import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Query parameters as state; defaults are omitted. Declare `defaults` outside the component. */
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
          // An earlier change may not be rendered yet. The URL is current, as back-office routes have no loaders.
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
