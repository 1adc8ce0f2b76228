/** How much of the promised time has passed when somebody is alerted, in per cent. */
export const ALERT_LEVELS = [50, 80, 100] as const;
