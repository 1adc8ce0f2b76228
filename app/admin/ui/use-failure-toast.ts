import { useEffect } from 'react';
import type { ApiError } from '#app/admin/data/api.ts';
import { useNotify } from './notify.ts';

export function useFailureToast(error: ApiError | null, text: string): void {
  const notify = useNotify();
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasFailed) notify.error(text);
  }, [hasFailed, notify, text]);
}
