import { icon } from './icons.ts';

export function renderPhone(time: string, hasSignal: boolean, content: string): string {
  const signal = hasSignal ? '<i class="signal"></i>' : icon('offline', 20);
  return `<div class="phone"><p class="bar"><b>${time}</b><span>${signal}<i class="battery"></i></span></p>${content}</div>`;
}
