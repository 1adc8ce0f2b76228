import { useMemo } from 'react';
import { useToast } from '#app/components/toasts.tsx';

/** Toasts of the back office; an error is always on the screen as well. */
export function useNotify() {
  const showToast = useToast();
  return useMemo(
    () => ({
      success: (text: string, title = 'Success') => showToast({ title, text }),
      error: (text: string, title = 'Error') => showToast({ title, text, isDestructive: true }),
    }),
    [showToast],
  );
}
