import type { ComponentProps } from 'react';

type Props = Pick<ComponentProps<'input'>, 'id' | 'name' | 'aria-describedby'> & {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

export function Switch({ label, isOn, onChange, ...input }: Props) {
  return (
    <label className="flex w-fit items-center gap-3 font-medium">
      <input
        {...input}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-surface-sunken after:absolute after:start-0.75 after:top-0.75 after:size-4 after:rounded-full after:bg-line-strong checked:border-accent checked:bg-accent checked:after:start-4.75 checked:after:bg-accent-ink"
      />
      {label}
    </label>
  );
}
