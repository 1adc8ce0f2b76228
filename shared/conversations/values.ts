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

/** '{name}, {reference}' */
export const VARIABLE_NAMES = TEMPLATE_VARIABLES.map((name) => `{${name}}`).join(', ');

export type TemplateValues = Partial<Record<(typeof TEMPLATE_VARIABLES)[number], string | null>>;

const VARIABLE = new RegExp(`\\{\\s*(${TEMPLATE_VARIABLES.join('|')})\\s*\\}`, 'gi');

/** Leaves a variable without a value in the text, where its author sees it. */
export function fillTemplate(body: string, values: TemplateValues): string {
  return body.replaceAll(
    VARIABLE,
    (variable, name: string) => values[name.toLowerCase() as keyof TemplateValues] || variable,
  );
}

/** '{vorname}' */
export function findUnknownVariable(template: string): string | undefined {
  return /\{\s*[\p{L}\w]+\s*\}/u.exec(template.replaceAll(VARIABLE, ''))?.[0];
}

export function findVariables(body: string): string[] {
  return [...new Set(body.match(VARIABLE))];
}
