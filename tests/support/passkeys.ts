import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Kysely } from 'kysely';
import { v7 as uuidV7 } from 'uuid';
import type { DB } from '#server/db/types.ts';
import { insertRows } from './database/rows.ts';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** How often it says it has signed; each response counts on automatically. */
  counter?: number;
  type?: string;
};

type Asked = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

/** An authenticator in software with one passkey (ES256): what it sends is what a browser sends. */
export function createTestAuthenticator(origin = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = encode(credentialId);
  const common = { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' };
  let counter = 0;
  let userHandle: string | undefined;

  function clientData(type: string, challenge: string, options: Options): Buffer {
    const { type: sentType = type, origin: sentOrigin = origin } = options;
    const data = { type: sentType, challenge, origin: sentOrigin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  function authenticatorData(flags: number, asked: Asked, options: Options): Buffer {
    const rpId = options.rpId ?? asked.rp?.id ?? asked.rpId ?? '';
    const verified = options.isVerified === false ? 0 : VERIFIED;
    counter = options.counter ?? counter + 1;
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags | PRESENT | verified]),
      uint(counter, 4),
    ]);
  }

  return {
    id,
    /** Responds to `navigator.credentials.create` with these settings. */
    register(optionsJson: string, options: Options = {}) {
      const asked = JSON.parse(optionsJson) as Asked;
      userHandle = asked.user?.id;
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const authData = Buffer.concat([
        authenticatorData(HAS_CREDENTIAL, asked, options),
        Buffer.alloc(16),
        uint(credentialId.length, 2),
        credentialId,
        key,
      ]);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      );
      return {
        ...common,
        response: {
          clientDataJSON: encode(clientData('webauthn.create', asked.challenge, options)),
          attestationObject: encode(attestation),
          transports: ['internal'],
        },
        clientExtensionResults: { credProps: { rk: true } },
      };
    },
    /** Responds to `navigator.credentials.get` with these settings. */
    sign(optionsJson: string, options: Options = {}) {
      const asked = JSON.parse(optionsJson) as Asked;
      const clientDataJson = clientData('webauthn.get', asked.challenge, options);
      const authData = authenticatorData(0, asked, options);
      const hash = createHash('sha256').update(clientDataJson).digest();
      return {
        ...common,
        response: {
          clientDataJSON: encode(clientDataJson),
          authenticatorData: encode(authData),
          signature: encode(sign('sha256', Buffer.concat([authData, hash]), privateKey)),
          userHandle,
        },
        clientExtensionResults: {},
      };
    },
  };
}

export type TestAuthenticator = ReturnType<typeof createTestAuthenticator>;

/** Inserts a passkey of which no authenticator has the key. */
export function buildPasskey(db: Kysely<DB>, adminUserId: string): Promise<void> {
  const id = uuidV7();
  const key = { credentialId: Buffer.from(id), publicKey: Buffer.alloc(77), counter: 0 };
  return insertRows(db, 'adminPasskeys', { id, adminUserId, ...key, name: 'Key', isSynced: false });
}
