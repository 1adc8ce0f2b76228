import type { Log } from '#server/lib/log.ts';
import type { Binaries } from './binaries.ts';
import type { ServerUser } from './server-user.ts';

/** Where everything of one database lies, and as whom it runs. */
export type Place = {
  dataDir: string;
  cluster: string;
  passwordFile: string;
  superuserPasswordFile: string;
  logFile: string;
  binaries: Binaries;
  user: ServerUser;
  /**
   * Whether the server reaches the cluster only as its working folder: its user may not enter the folders above, which belong to
   * root. The kernel checks those when the folder is entered, which root does before it becomes that user.
   */
  isInside: boolean;
};

/** Where the server listens: in a private folder, or on loopback where there are no Unix sockets. */
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
