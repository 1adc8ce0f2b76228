import { Link } from 'react-router';
import { useRole } from '#app/admin/data/role.ts';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { DENIED_MESSAGES, NOT_FOUND_MESSAGES } from './messages.ts';

export function AdminNotFound() {
  const { home } = useRole();
  return (
    <div className="card grid justify-items-start gap-3 p-8">
      <h1 tabIndex={-1} className="text-2xl outline-none">
        {NOT_FOUND_MESSAGES.heading}
      </h1>
      <p>{NOT_FOUND_MESSAGES.text}</p>
      <ButtonLink to="/">{NOT_FOUND_MESSAGES.home}</ButtonLink>
      <Link to={home.path} className="link">
        {DENIED_MESSAGES.home(home.label)}
      </Link>
    </div>
  );
}
