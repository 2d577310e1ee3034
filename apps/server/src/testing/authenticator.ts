import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@prosa/contract/entities/passkey'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Simulates a browser with an authenticator in the WebAuthn wire format. It has one passkey of one user. */
export function createAuthenticator({ origin = 'http://localhost:3000', verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = base64url(randomBytes(32))

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, extra = 0) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(PRESENT | (verifies ? VERIFIED : 0) | extra, 0)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const }

  return {
    create({ challenge, rp, user }: PasskeyCreation): NewPasskey {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
      // COSE: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1).
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = Buffer.concat([authData(rp.id ?? '', WITH_KEY), Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    prove({ challenge, rpId = '' }: PasskeyRequest): PasskeyProof {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const authenticatorData = authData(rpId)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientDataJSON),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle,
        },
      }
    },
  }
}
