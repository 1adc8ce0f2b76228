import { useId } from 'react';
import { DENSITIES, useDensity } from './list-preferences.ts';
import { Menu } from './menu.tsx';
import { VIEW_MESSAGES as messages } from './messages.ts';

export function ViewMenu() {
  const [density, setDensity] = useDensity();
  const name = useId();
  return (
    <Menu label={messages.menu}>
      <fieldset>
        <legend className="mb-1 font-semibold">{messages.density}</legend>
        {DENSITIES.map((each) => (
          <label
            key={each}
            className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              className="size-4 accent-accent pointer-coarse:size-6"
              name={name}
              checked={each === density}
              onChange={() => setDensity(each)}
            />
            {messages.densities[each]}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
