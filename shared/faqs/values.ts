export const MOVE_DIRECTIONS = ['up', 'down'] as const;

export type MoveDirection = (typeof MOVE_DIRECTIONS)[number];
