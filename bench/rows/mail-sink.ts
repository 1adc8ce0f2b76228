// A mail server that takes everything, in a process of its own; says its port to whoever has started it.
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => done());
  },
});
server.on('error', () => undefined);
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
