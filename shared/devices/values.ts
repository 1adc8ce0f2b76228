export const MAX_DEVICES = 50;

export const DEVICE_ALERT_MS = 30 * 24 * 60 * 60 * 1_000;
