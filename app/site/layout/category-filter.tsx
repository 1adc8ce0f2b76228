import { Link } from 'react-router';
import { categoryAddress } from '#app/site/lib/category.ts';
import type { SitePath } from '#shared/routes.ts';

type Props = {
  /** The path of the list that is filtered. */
  path: SitePath;
  label: string;
  allLabel: string;
  categories: readonly string[];
  selected: string | null;
};

/** A row of links, one per category; the selection is part of the address. */
export function CategoryFilter({ path, label, allLabel, categories, selected }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {[null, ...categories].map((category) => (
          <li key={category ?? ''}>
            <Link
              to={categoryAddress(path, category)}
              preventScrollReset
              aria-current={category === selected ? 'true' : undefined}
              className="chip"
            >
              {category ?? allLabel}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
