import { useId } from 'preact/hooks';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  /** Undefined: any. */
  readonly onChange: (value: Value | undefined) => void;
}

/** Narrows a list by one of several values, at once. */
export function Choice<Value extends string>({ label, value, values, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(toValue(values, currentTarget.value))}
      >
        <option value="">any</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function toValue<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((one) => one === text);
}
