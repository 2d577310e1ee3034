import { isIP } from 'node:net'
import type {
  PasskeyAssertion,
  PasskeyCreateOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@prosa/contract/entities/accounts/passkey'
import { errors } from '../../../platform/errors.ts'
import { CHALLENGE_SECONDS } from './challenge.ts'

/** Imports the WebAuthn library on first use, because loading its certificates takes 0.1 s. */
const importWebauthnLibrary = () => import('@simplewebauthn/server')

const HOST_NAME_REQUIRED_MESSAGE = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

/** WebAuthn relying party (this server from the view of a passkey): host name of the public URL, and the allowed origins. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Returns the WebAuthn relying party, or null if the public URL contains an IP address. Passkeys require a host name. */
export function getRelyingParty(publicOrigin: string, corsOrigins: readonly string[]): RelyingParty | null {
  const { hostname } = new URL(publicOrigin)
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isIpAddress ? null : { id: hostname, origins: [new URL(publicOrigin).origin, ...corsOrigins] }
}

/**
 * Returns the relying party if there is one.
 * @throws 400 with an explanation if the server has no host name
 */
export function requireRelyingParty(relyingParty: RelyingParty | null): RelyingParty {
  if (!relyingParty) throw errors.invalid(HOST_NAME_REQUIRED_MESSAGE)
  return relyingParty
}

export interface StoredPasskey {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** COSE numbers of the signature algorithms EdDSA, ES256 and RS256, which authenticators support. */
const COSE_ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000
const decodeBase64url = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/**
 * Creates the options with which a browser uses a passkey.
 * @param allowedPasskeys passkeys of the user who must respond; if absent, any passkey of this server is allowed, and the device must
 * verify its user
 */
export async function createPasskeyRequestOptions(
  relyingParty: RelyingParty,
  challenge: string,
  allowedPasskeys?: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await importWebauthnLibrary()
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: decodeBase64url(challenge),
    timeout: TIMEOUT_MS,
    userVerification: allowedPasskeys ? 'preferred' : 'required',
    ...(allowedPasskeys
      ? { allowCredentials: allowedPasskeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })) }
      : {}),
  })
  return options as PasskeyRequestOptions
}

/**
 * Creates the options with which a browser creates a passkey for a user.
 * @param existingPasskeys the user's passkeys, whose devices must not create another one
 */
export async function createPasskeyCreationOptions(
  relyingParty: RelyingParty,
  challenge: string,
  user: { handle: Uint8Array<ArrayBuffer>; account: string; name: string },
  existingPasskeys: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyCreateOptions> {
  const { generateRegistrationOptions } = await importWebauthnLibrary()
  const {
    extensions: _none,
    hints: _any,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Prosa',
    rpID: relyingParty.id,
    challenge: decodeBase64url(challenge),
    timeout: TIMEOUT_MS,
    userID: user.handle,
    userName: user.account,
    userDisplayName: user.name,
    attestationType: 'none',
    supportedAlgorithmIDs: COSE_ALGORITHMS,
    excludeCredentials: existingPasskeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return options as PasskeyCreateOptions
}

/** Verifies a newly created passkey. Returns null if it was not created for this challenge and this server. */
export async function verifyNewPasskey(
  relyingParty: RelyingParty,
  challenge: string,
  registration: PasskeyRegistration,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await importWebauthnLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...registration, response: registration.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: COSE_ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: registration.response.transports ?? [] }
}

/**
 * Verifies a passkey's response for this challenge and this server. If the passkey is the only factor, the device must have verified its
 * user; after a password check this is optional.
 * @returns the new signature counter, or null if the response is invalid
 */
export async function verifyPasskeyResponse(
  relyingParty: RelyingParty,
  challenge: string,
  assertion: PasskeyAssertion,
  storedPasskey: StoredPasskey,
  { isOnlyFactor }: { isOnlyFactor: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await importWebauthnLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, response: assertion.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origins,
    expectedRPID: relyingParty.id,
    credential: {
      id: storedPasskey.credentialId,
      publicKey: new Uint8Array(storedPasskey.publicKey),
      counter: storedPasskey.counter,
    },
    requireUserVerification: isOnlyFactor,
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
