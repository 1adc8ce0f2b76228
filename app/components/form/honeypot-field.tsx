import { FORM_NAMES } from '#shared/forms/values.ts';
import { FORM_MESSAGES } from './messages.ts';

/** Only programs fill this in; people neither see nor reach it. */
export function HoneypotField() {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label htmlFor={FORM_NAMES.honeypot}>{FORM_MESSAGES.honeypot}</label>
      <input
        id={FORM_NAMES.honeypot}
        name={FORM_NAMES.honeypot}
        type="text"
        tabIndex={-1}
        autoComplete="off"
        defaultValue=""
      />
    </div>
  );
}
