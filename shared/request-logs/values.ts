export const REQUEST_LOGS_LOADED = 100;
