import type { Log } from '#server/lib/log.ts';
import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

export type Place = {
  dataDir: string;
  cluster: string;
  passwordFile: string;
  superuserPasswordFile: string;
  logFile: string;
  binaries: Binaries;
  user: ServerUser;
  /** The server's user may not enter the folders above the cluster; root enters it before it switches users. */
  isInside: boolean;
};

export type Endpoint = { kind: 'socket' | 'loopback'; host: string; port: number };

export type Connection = Pick<Endpoint, 'host' | 'port'> & {
  user: string;
  password: string;
  database: string;
};

export type ServerTask = {
  place: Place;
  endpoint: Endpoint;
  connection: Connection;
  superuserPassword: string;
  maxConnections: number;
  log: Log;
};
