export const COMPONENT_MESSAGES = {
  theme: 'Switch between light and dark',
  closeToast: (title: string) => `Close: ${title}`,
} as const;
