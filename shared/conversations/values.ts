/** How much of the promised time has passed when somebody is alerted, in per cent. */
export const ALERT_LEVELS = [50, 80, 100] as const;

/** For so long a reply can be undone: its mail is not sent before. */
export const UNDO_MS = 10_000;

export const MAX_REPLY = 10_000;

export const MAX_NEXT_STEP = 500;

export const MAX_SNOOZE_DAYS = 90;

export const CONVERSATION_PAGE_SIZE = 30;

export const MAX_TEMPLATES = 100;

export const TEMPLATE_LIMITS = { name: 80, body: MAX_REPLY } as const;

export const TEMPLATE_VARIABLES = ['name', 'reference', 'service', 'deadline', 'admin'] as const;

export type TemplateValues = Partial<Record<(typeof TEMPLATE_VARIABLES)[number], string | null>>;

/** A template with its variables filled in; what is not known of this enquiry stays as it is, for its author to see. */
export function fillTemplate(body: string, values: TemplateValues): string {
  return body.replaceAll(
    /\{(\w+)\}/g,
    (variable, name: string) => values[name as keyof TemplateValues] || variable,
  );
}
