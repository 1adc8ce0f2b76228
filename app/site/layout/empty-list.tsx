import { EightPointGrid } from './ornament.tsx';
import { Link } from 'react-router';

type Props = { text: string; all?: { to: string; label: string } | undefined };

/** Stands where a list has nothing to show; `all` is the way out of a filter. */
export function EmptyList({ text, all }: Props) {
  return (
    <div className="card grid overflow-hidden text-center">
      <div className="h-32 border-b border-line bg-surface-sunken">
        <EightPointGrid />
      </div>
      <div className="grid justify-items-center gap-4 px-6 py-12">
        <p className="text-lg">{text}</p>
        {all && (
          <Link to={all.to} preventScrollReset className="button button-secondary">
            {all.label}
          </Link>
        )}
      </div>
    </div>
  );
}
