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

/** WebAuthn relying party (this server, as passkeys know it): the host name of its public URL, and the allowed origins. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Returns the relying party. Returns null if the server's public URL has an IP address, because passkeys need a host name. */
export function getRelyingParty(publicOrigin: string, corsOrigins: readonly string[]): RelyingParty | null {
  const { hostname } = new URL(publicOrigin)
  const isBare = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isBare ? null : { id: hostname, origins: [new URL(publicOrigin).origin, ...corsOrigins] }
}

/** Returns the relying party. @throws 400 with an explanation if there is none, because passkeys need a host name */
export function requireRelyingParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw errors.invalid(HOST_NAME_REQUIRED_MESSAGE)
  return party
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
 * Creates the options that a browser needs to use a passkey. `known`: the passkeys of the user who must respond. Without `known`, any
 * passkey of this server is accepted, and the device must verify its user.
 */
export async function createPasskeyRequestOptions(
  party: RelyingParty,
  challenge: string,
  known?: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await importWebauthnLibrary()
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: decodeBase64url(challenge),
    timeout: TIMEOUT_MS,
    userVerification: known ? 'preferred' : 'required',
    ...(known ? { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) } : {}),
  })
  return options as PasskeyRequestOptions
}

/**
 * Creates the options that a browser needs to create a passkey for a user. `known`: the user's existing passkeys, whose devices are
 * excluded.
 */
export async function createPasskeyCreationOptions(
  party: RelyingParty,
  challenge: string,
  person: { handle: Uint8Array<ArrayBuffer>; account: string; name: string },
  known: readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyCreateOptions> {
  const { generateRegistrationOptions } = await importWebauthnLibrary()
  const {
    extensions: _none,
    hints: _any,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Prosa',
    rpID: party.id,
    challenge: decodeBase64url(challenge),
    timeout: TIMEOUT_MS,
    userID: person.handle,
    userName: person.account,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: COSE_ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return options as PasskeyCreateOptions
}

/** Verifies a newly created passkey. Returns null if it was not created for this challenge and this server. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  given: PasskeyRegistration,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await importWebauthnLibrary()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, response: given.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: COSE_ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: given.response.transports ?? [] }
}

/**
 * Verifies that a response is from the passkey `kept`, for this challenge and this server. `alone`: whether the passkey is the only factor.
 * The device must then have verified its user; after a password this is optional.
 * @returns the new signature counter, or null if the response is not valid
 */
export async function verifyPasskeyResponse(
  party: RelyingParty,
  challenge: string,
  given: PasskeyAssertion,
  kept: StoredPasskey,
  { alone }: { alone: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await importWebauthnLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...given, response: given.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    credential: { id: kept.credentialId, publicKey: new Uint8Array(kept.publicKey), counter: kept.counter },
    requireUserVerification: alone,
  }).catch(() => ({ verified: false, authenticationInfo: null }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}
