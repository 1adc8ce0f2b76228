import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useDue } from '#app/admin/data/response-time.ts';
import { topBarTitle } from '#app/admin/data/screens.ts';
import { UI_MESSAGES } from './messages.ts';

type Props = {
  title: string;
  documentTitle?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** Places in the top bar before and after its own title. */
export const TopBarContext = createContext<{
  before: HTMLElement | null;
  after: HTMLElement | null;
}>({ before: null, after: null });

/** The top bar shows the title; the heading is for screen readers. */
export function AdminPage({ title, documentTitle, actions, children }: Props) {
  const { pathname } = useLocation();
  const due = useDue();
  const topBar = useContext(TopBarContext);
  const own = topBarTitle(pathname);
  const isPart = title.endsWith(own);
  const before = isPart ? title.slice(0, -own.length) : '';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <title>
        {UI_MESSAGES.titleWithCount(documentTitle ?? UI_MESSAGES.documentTitle(title), due)}
      </title>
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      {before && topBar.before && createPortal(before, topBar.before)}
      {!isPart && topBar.after && createPortal(title, topBar.after)}
      {actions && <div className="flex flex-wrap items-center justify-end gap-2">{actions}</div>}
      {children}
    </div>
  );
}
