import { useMemo } from 'react';
import { useToast } from '#app/components/toasts.tsx';
import { UI_MESSAGES } from './messages.ts';

export function useNotify() {
  const showToast = useToast();
  return useMemo(
    () => ({
      success: (text: string, title: string = UI_MESSAGES.success) => showToast({ title, text }),
      error: (text: string, title: string = UI_MESSAGES.error) =>
        showToast({ title, text, isDestructive: true }),
    }),
    [showToast],
  );
}
