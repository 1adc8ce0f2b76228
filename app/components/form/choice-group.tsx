import { memo } from 'react';
import { describedBy, FieldError, FieldHint } from './field.tsx';

export type Choice = { value: string; label: string };

type Props = {
  type: 'radio' | 'checkbox';
  name: string;
  legend: string;
  hint?: string | undefined;
  options: readonly Choice[];
  chosen: string | readonly string[];
  error: string | undefined;
  columns: string;
};

export function firstChoiceId(name: string): string {
  return `${name}-0`;
}

export const ChoiceGroup = memo(function ChoiceGroup(props: Props) {
  const { type, name, legend, hint, options, chosen, error, columns } = props;
  const isRadio = type === 'radio';
  return (
    <fieldset
      role={isRadio ? 'radiogroup' : undefined}
      aria-invalid={isRadio && error ? true : undefined}
      aria-describedby={describedBy(hint && `${name}-hint`, error && `${name}-error`)}
      className="min-w-0"
    >
      <legend className="mb-2 font-medium">{legend}</legend>
      <div className="grid gap-2">
        {hint && <FieldHint id={`${name}-hint`}>{hint}</FieldHint>}
        {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
        <div className={`grid gap-2 ${columns}`}>
          {options.map(({ value, label }, index) => (
            <label
              key={value}
              className={`flex min-h-11 items-center gap-3 rounded border px-3 py-2 leading-snug hover:border-accent has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${
                error ? 'border-alert' : 'border-line-strong'
              }`}
            >
              <input
                type={type}
                id={`${name}-${index}`}
                name={name}
                value={value}
                defaultChecked={isRadio ? chosen === value : chosen.includes(value)}
                aria-invalid={!isRadio && error ? true : undefined}
                className="size-4.5 shrink-0 scroll-mt-12 outline-none"
              />
              {label}
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
});
