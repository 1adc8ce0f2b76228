import {
  type AnyForm,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#app/admin/ui/form.tsx';
import { ImageField } from '#app/admin/ui/image/image-field.tsx';
import { ItemsField } from '#app/admin/ui/items-field.tsx';
import { buildEmpty, type Field, listFields } from '#shared/site-content/fields.ts';

type Props = { form: AnyForm; name: string; field: Field };

/** The control of a field, derived from its description. */
export function ContentField({ form, name, field }: Props) {
  const { label, help: hint, input, max, options = [], item, itemLabel = label } = field;
  const common = { form, name, label, hint };
  switch (input) {
    case 'text':
      return <TextAreaField {...common} maxLength={max} rows={3} />;
    case 'number':
      return <NumberField {...common} isOptional />;
    case 'switch':
      return <SwitchField {...common} />;
    case 'choice':
      return <SelectField {...common} options={options} />;
    case 'image':
      return <ImageField {...common} folder="uploads" />;
    case 'lines':
      return <LinesField {...common} />;
    case 'items':
      return (
        item && (
          <ItemsField {...common} itemLabel={itemLabel} max={max ?? 0} blank={buildEmpty(item)}>
            {(itemForm, nameOf) =>
              listFields(item).map(([each, described]) => (
                <ContentField key={each} form={itemForm} name={nameOf(each)} field={described} />
              ))
            }
          </ItemsField>
        )
      );
    default:
      return <TextField {...common} maxLength={max} />;
  }
}

/** One entry per line; blank lines are removed when the form is saved. */
function LinesField({ form, name, ...field }: Omit<Props, 'field'> & { label: string }) {
  const lines = form.values[name] as string[];
  return (
    <TextAreaField
      form={form}
      name={name}
      {...field}
      rows={Math.max(3, lines.length + 1)}
      value={lines.join('\n')}
      onChange={({ target }) => form.setValue(name, target.value.split('\n'))}
    />
  );
}
