import { Link } from 'react-router';

export function AdminNotFound() {
  return (
    <div className="card grid justify-items-start gap-3 p-8">
      <h1 tabIndex={-1} className="text-2xl outline-none">
        404
      </h1>
      <p>Oops! Page not found</p>
      <Link to="/" className="admin-button admin-button-secondary">
        Return to Home
      </Link>
      <Link to="/admin" className="link">
        Go to the dashboard
      </Link>
    </div>
  );
}
