import { Link } from 'react-router';
import { ButtonLink } from '#app/admin/ui/button.tsx';

export function AdminNotFound() {
  return (
    <div className="card grid justify-items-start gap-3 p-8">
      <h1 tabIndex={-1} className="text-2xl outline-none">
        404
      </h1>
      <p>Oops! Page not found</p>
      <ButtonLink to="/">Return to Home</ButtonLink>
      <Link to="/admin" className="link">
        Go to the dashboard
      </Link>
    </div>
  );
}
