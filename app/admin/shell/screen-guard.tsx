import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { ApiError } from '#app/admin/data/api.ts';
import { Button } from '#app/admin/ui/button.tsx';
import { LIST_MESSAGES } from '#app/admin/ui/messages.ts';
import { AdminPage } from '#app/admin/ui/page.tsx';
import { findLoadFailure } from '#app/lib/load-failure.ts';
import { SCREEN_MESSAGES } from '#shared/admin-sessions/messages.ts';
import { LOAD_FAILURE_MESSAGES } from '#shared/load-failures/messages.ts';
import { useRole } from '#app/admin/data/role.ts';
import { DENIED_MESSAGES as messages } from './messages.ts';

export function ScreenFailure({ error }: { error: unknown }) {
  const box = useRef<HTMLDivElement>(null);
  const client = useQueryClient();
  const location = useLocation();
  const navigate = useNavigate();
  const failure = findLoadFailure(error);
  const requestId = error instanceof ApiError ? error.requestId : null;

  useEffect(() => {
    const frame = box.current?.closest('main');
    frame?.querySelector('h1')?.focus();
    return () => frame?.focus();
  }, []);

  // A response that cannot be rendered must not be used again.
  useEffect(() => client.removeQueries({ type: 'inactive' }), [client]);

  return (
    <div ref={box}>
      <AdminPage title={SCREEN_MESSAGES.failed}>
        <p>{failure ? LOAD_FAILURE_MESSAGES[failure] : SCREEN_MESSAGES.failedText}</p>
        {requestId && <p className="text-ink-muted">{LIST_MESSAGES.reference(requestId)}</p>}
        <div>
          <Button variant="primary" onClick={() => void navigate(location, { replace: true })}>
            {SCREEN_MESSAGES.retry}
          </Button>
        </div>
      </AdminPage>
    </div>
  );
}

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
