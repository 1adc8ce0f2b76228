import type { DatabaseConnection } from '#server/db/client.ts';
import type { ProcessMetrics } from '#server/http/metrics.ts';

/** What the primary says to a worker. The password of the embedded database travels only here. */
export type PrimaryMessage =
  | { type: 'serve'; connection: DatabaseConnection; port: number; schemaVersion: string }
  | { type: 'stop' }
  | { type: 'ping' }
  | { type: 'send-figures'; id: number }
  | { type: 'figures-of-all'; id: number; metrics: ProcessMetrics[] };

export type WorkerMessage =
  | { type: 'ready'; port: number }
  | { type: 'pong' }
  | { type: 'failed'; reason: string }
  | { type: 'ask-figures'; id: number }
  | { type: 'figures'; id: number; metrics: ProcessMetrics };
