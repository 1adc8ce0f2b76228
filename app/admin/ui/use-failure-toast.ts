import { useEffect } from 'react';
import type { ApiError } from '#app/admin/data/api.ts';
import { useNotify } from './notify.ts';

/** Says once in a toast that something could not be loaded; the place of the error shows it as well. */
export function useFailureToast(error: ApiError | null, text: string): void {
  const notify = useNotify();
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasFailed) notify.error(text);
  }, [hasFailed, notify, text]);
}
