import { type ComponentProps, type ReactNode, useId } from 'react';
import { DENSITIES } from './list-preferences.ts';
import { Menu } from './menu.tsx';
import { VIEW_MESSAGES as messages } from './messages.ts';
import type { ListOptions } from './use-list-options.ts';

export function ViewMenu({ options }: { options: ListOptions }) {
  const { density, setDensity, optional, toggle } = options;
  const name = useId();
  return (
    <Menu label={messages.menu}>
      <Choices legend={messages.density}>
        {DENSITIES.map((each) => (
          <Choice
            key={each}
            type="radio"
            name={name}
            label={messages.densities[each]}
            checked={each === density}
            onChange={() => setDensity(each)}
          />
        ))}
      </Choices>
      {optional.length > 0 && (
        <Choices legend={messages.columns}>
          {optional.map(({ id, label, isShown }) => (
            <Choice
              key={id}
              type="checkbox"
              label={label}
              checked={isShown}
              onChange={() => toggle(id)}
            />
          ))}
        </Choices>
      )}
    </Menu>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}

function Choice({ label, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input className="size-4 accent-accent pointer-coarse:size-6" {...input} />
      {label}
    </label>
  );
}
