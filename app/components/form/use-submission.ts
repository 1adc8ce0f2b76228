import { type FormEvent, useRef, useState } from 'react';

/** Sends a form once at a time: what is pressed while it is being sent is ignored. */
export function useSubmission(submit: () => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);
  const isSubmitting = useRef(false);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setIsBusy(true);
    try {
      await submit();
    } finally {
      isSubmitting.current = false;
      setIsBusy(false);
    }
  }

  return { isBusy, handleSubmit };
}
