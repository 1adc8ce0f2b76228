import { useEffect } from 'react';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';

/** Shows in front of the page's title how many orders and messages are new. */
export function useTitleCount(): void {
  const { data } = useApiQuery<DashboardCounts>('dashboard');
  const count = data ? data.newOrders + data.newMessages : 0;

  useEffect(() => {
    function showCount() {
      const plain = document.title.replace(/^\(\d+\) /, '');
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    }
    showCount();
    // Each screen sets a title of its own.
    const observer = new MutationObserver(showCount);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}
