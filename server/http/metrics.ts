import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** The figures of `/metrics`; requests are labelled by kind of route, never by address or full path. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Counter({
      name: 'vitrin_http_requests_total',
      help: 'Answered requests by kind of route and status',
      labelNames: ['kind', 'status'],
      registers: [registry],
    }),
    requestSeconds: new Histogram({
      name: 'vitrin_http_request_seconds',
      help: 'Time to answer by kind of route',
      labelNames: ['kind'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    }),
    leads: new Counter({
      name: 'vitrin_leads_accepted_total',
      help: 'Accepted orders and messages',
      labelNames: ['kind'],
      registers: [registry],
    }),
    eventStreams: new Gauge({
      name: 'vitrin_event_streams',
      help: 'Open server-sent event streams',
      registers: [registry],
    }),
    overloadLevel: new Gauge({
      name: 'vitrin_overload_level',
      help: 'What is shed: 0 nothing, 1 log detail, 2 also pages and lists that cost much',
      registers: [registry],
    }),
    isDatabaseReady: new Gauge({
      name: 'vitrin_database_ready',
      help: 'Whether the database answers',
      registers: [registry],
    }),
  };
}
