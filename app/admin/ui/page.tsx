import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useApiQuery } from '#app/admin/data/use-api-query.ts';
import type { DashboardCounts } from '#shared/dashboard/admin-schema.ts';
import { topBarTitle } from '#app/admin/data/screens.ts';
import { UI_MESSAGES } from './messages.ts';

type Props = {
  title: string;
  /** The title of the document where it differs. */
  documentTitle?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of a screen: its heading, its actions, its content; its title tells how many orders and messages are new. */
export function AdminPage({ title, documentTitle, actions, children }: Props) {
  const { pathname } = useLocation();
  const { data } = useApiQuery<DashboardCounts>('dashboard');
  const count = data ? data.newOrders + data.newMessages : 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <title>
        {UI_MESSAGES.titleWithCount(documentTitle ?? UI_MESSAGES.documentTitle(title), count)}
      </title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {/* Not a second time where the top bar shows it. */}
        <h1
          tabIndex={-1}
          className={topBarTitle(pathname) === title ? 'sr-only' : 'text-xl outline-none'}
        >
          {title}
        </h1>
        {actions && <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
