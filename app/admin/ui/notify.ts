import { useEffect, useMemo } from 'react';
import { useToast } from '#app/components/toasts.tsx';
import { UI_MESSAGES } from './messages.ts';
import type { ApiError } from '#app/admin/data/api.ts';

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

export function useFailureToast(error: ApiError | null, text: string): void {
  const notify = useNotify();
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasFailed) notify.error(text);
  }, [hasFailed, notify, text]);
}
