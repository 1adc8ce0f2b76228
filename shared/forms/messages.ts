export const FORM_ALREADY_SENT_MESSAGE =
  'An earlier version of this form has already reached us. Send it again to give us this version as well.';
