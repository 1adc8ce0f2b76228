import { Link, Outlet, useLocation, useMatches } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { DENIED_MESSAGES as messages } from './messages.ts';

const NOT_FOUND = 'routes/admin/not-found';

export function ScreenGuard() {
  const { pathname, search } = useLocation();
  const { mayOpen, home } = useRole();
  const isUnknown = useMatches().at(-1)?.id === NOT_FOUND;
  if (isUnknown || mayOpen(`${pathname}${search}`)) return <Outlet />;
  return (
    <AdminPage title={messages.title}>
      <div className="card grid justify-items-start gap-3 p-8">
        <p>{messages.text}</p>
        <Link to={home.path} className="link">
          {messages.home(home.label)}
        </Link>
      </div>
    </AdminPage>
  );
}
