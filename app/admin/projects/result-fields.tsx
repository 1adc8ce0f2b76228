import { type Form, TextField } from '#app/admin/ui/form.tsx';
import { ItemsField } from '#app/admin/ui/items-field.tsx';
import {
  PROJECT_LABELS,
  PROJECT_SCREEN_MESSAGES as MESSAGES,
  RESULT_LABELS,
} from '#shared/projects/messages.ts';
import { type NEW_PROJECT, NEW_RESULT, PROJECT_LIMITS } from '#shared/projects/values.ts';

const FIELDS = [
  { name: 'metric', className: 'sm:col-span-2' },
  { name: 'before', className: '' },
  { name: 'after', className: '' },
  { name: 'howMeasured', className: 'sm:col-span-2' },
] as const;

export function ResultFields({ form }: { form: Form<typeof NEW_PROJECT> }) {
  return (
    <ItemsField
      form={form}
      name="results"
      label={PROJECT_LABELS.results}
      hint={MESSAGES.resultsHint}
      itemLabel={MESSAGES.result}
      max={PROJECT_LIMITS.results}
      blank={NEW_RESULT}
    >
      {(itemForm, nameOf) => (
        <div className="grid gap-3 sm:grid-cols-2">
          {FIELDS.map(({ name, className }) => (
            <div key={name} className={className}>
              <TextField form={itemForm} name={nameOf(name)} label={RESULT_LABELS[name]} />
            </div>
          ))}
        </div>
      )}
    </ItemsField>
  );
}
