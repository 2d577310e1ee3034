import { isIP } from 'node:net'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@prosa/contract/entities/passkey'
import { errors } from '../../../kernel/errors.ts'
import { CHALLENGE_SECONDS } from './challenge.ts'

/** Imported on first use: loading its certificates would add 0.1 s to every start. */
const library = () => import('@simplewebauthn/server')

const NEEDS_A_NAME = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

/** Relying party of the passkeys: the host name of the public address, and the allowed origins. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Returns the relying party, or null if the address is an IP address, which passkeys do not support. */
export function relyingPartyOf(publicOrigin: string, corsOrigins: readonly string[]): RelyingParty | null {
  const { hostname } = new URL(publicOrigin)
  const isBare = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isBare ? null : { id: hostname, origins: [new URL(publicOrigin).origin, ...corsOrigins] }
}

/** Returns the relying party. @throws 400 with an explanation if there is none, because passkeys are not possible */
export function requireRelyingParty(party: RelyingParty | null): RelyingParty {
  if (!party) throw errors.invalid(NEEDS_A_NAME)
  return party
}

export interface KeptPasskey {
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** COSE algorithm numbers of EdDSA, ES256 and RS256, which authenticators support. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/**
 * Returns the options for using a passkey. Without `known`, any passkey of this server is accepted, and the device must verify its user.
 */
export async function requestOptions(
  party: RelyingParty,
  challenge: string,
  known?: readonly Pick<KeptPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await library()
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userVerification: known ? 'preferred' : 'required',
    ...(known ? { allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })) } : {}),
  })
  return options as PasskeyRequest
}

/** Returns the options for creating a passkey of this user, excluding devices that already have one. */
export async function creationOptions(
  party: RelyingParty,
  challenge: string,
  person: { handle: Uint8Array<ArrayBuffer>; account: string; name: string },
  known: readonly Pick<KeptPasskey, 'credentialId' | 'transports'>[],
): Promise<PasskeyCreation> {
  const { generateRegistrationOptions } = await library()
  const {
    extensions: _none,
    hints: _any,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Prosa',
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout: TIMEOUT_MS,
    userID: person.handle,
    userName: person.account,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  return options as PasskeyCreation
}

/** Verifies a new passkey. Returns null if it was not created for this challenge and this server. */
export async function readNewPasskey(party: RelyingParty, challenge: string, given: NewPasskey): Promise<KeptPasskey | null> {
  const { verifyRegistrationResponse } = await library()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...given, response: given.response as never, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origins,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified) return null
  const { id, publicKey, counter } = registrationInfo.credential
  return { credentialId: id, publicKey, counter, transports: given.response.transports ?? [] }
}

/**
 * Verifies that a response is from this passkey, for this challenge and this server. If `alone`, the device must have verified its user;
 * after a password this is optional.
 * @returns the new signature counter, or null if the response is not valid
 */
export async function readProof(
  party: RelyingParty,
  challenge: string,
  given: PasskeyProof,
  kept: KeptPasskey,
  { alone }: { alone: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
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
