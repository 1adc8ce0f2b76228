/** Why something could not be loaded: no network here, no response from the server, or one that says "not now". */
export type LoadFailure = 'offline' | 'unreachable' | 'unavailable';

export const LOAD_FAILURE_MESSAGES: Record<LoadFailure, string> = {
  offline: 'You are offline. It can be loaded once you are connected again.',
  unreachable: 'The site could not be reached. Please check your connection and try again.',
  unavailable: 'It could not be loaded just now. Please try again in a moment.',
};

type Words = { title: string; heading: string; text: string };

/** What a whole page says that could not be shown; `fault` where nobody but the visitor knows of it. */
export const ERROR_PAGES: Record<LoadFailure | 'recorded' | 'fault', Words> = {
  offline: {
    title: 'You are offline',
    heading: 'You are offline',
    text: 'This page can be loaded once you are connected again.',
  },
  unreachable: {
    title: 'The site could not be reached',
    heading: 'The site could not be reached',
    text: 'Please check your connection and try again in a moment.',
  },
  unavailable: {
    title: 'Not available right now',
    heading: 'This page is not available right now',
    text: 'We are already on it. Please try again in a moment.',
  },
  recorded: {
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'The fault is on our side and has been recorded. Please try again, or write to us.',
  },
  fault: {
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'This page could not be shown in your browser. Please try again, or write to us.',
  },
};
