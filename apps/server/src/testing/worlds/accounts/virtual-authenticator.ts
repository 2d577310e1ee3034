import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreateOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@prosa/contract/entities/accounts/passkey'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT_FLAG = 0x01
const USER_VERIFIED_FLAG = 0x04
const ATTESTED_CREDENTIAL_FLAG = 0x40

const toBase64Url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Simulates a browser with an authenticator in the WebAuthn wire format. It has one passkey of one user. */
export function createVirtualAuthenticator({ origin = 'http://localhost:3000', verifies = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle = toBase64Url(randomBytes(32))

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, extra = 0) => {
    const head = Buffer.alloc(5)
    head.writeUInt8(USER_PRESENT_FLAG | (verifies ? USER_VERIFIED_FLAG : 0) | extra, 0)
    head.writeUInt32BE(++counter, 1)
    return Buffer.concat([sha256(rpId), head])
  }
  const named = { id: toBase64Url(id), rawId: toBase64Url(id), type: 'public-key' as const }

  return {
    create({ challenge, rp, user }: PasskeyCreateOptions): PasskeyRegistration {
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
      const data = Buffer.concat([
        authData(rp.id ?? '', ATTESTED_CREDENTIAL_FLAG),
        Buffer.alloc(16),
        length,
        id,
        isoCBOR.encode(key),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...named,
        response: {
          clientDataJSON: toBase64Url(clientData('webauthn.create', challenge)),
          attestationObject: toBase64Url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      }
    },
    prove({ challenge, rpId = '' }: PasskeyRequestOptions): PasskeyAssertion {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const authenticatorData = authData(rpId)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: toBase64Url(clientDataJSON),
          authenticatorData: toBase64Url(authenticatorData),
          signature: toBase64Url(signature),
          userHandle,
        },
      }
    },
  }
}
