import { Link } from 'react-router';
import { ButtonLink } from '#app/admin/ui/button.tsx';
import { NOT_FOUND_MESSAGES } from './messages.ts';

export function AdminNotFound() {
  return (
    <div className="card grid justify-items-start gap-3 p-8">
      <h1 tabIndex={-1} className="text-2xl outline-none">
        {NOT_FOUND_MESSAGES.heading}
      </h1>
      <p>{NOT_FOUND_MESSAGES.text}</p>
      <ButtonLink to="/">{NOT_FOUND_MESSAGES.home}</ButtonLink>
      <Link to="/admin" className="link">
        {NOT_FOUND_MESSAGES.dashboard}
      </Link>
    </div>
  );
}
