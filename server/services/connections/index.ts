export { listConnections, testConnection, updateConnection } from './manage-connections.ts';
export { readConnections, resolveMail } from './stored.ts';
