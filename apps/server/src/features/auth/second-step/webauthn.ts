import { isIP } from 'node:net'
import type { NewPasskey, PasskeyCreation, PasskeyProof, PasskeyRequest } from '@prosa/contract/entities/passkey'
import { errors } from '../../../kernel/errors.ts'
import { CHALLENGE_SECONDS } from './challenge.ts'

/** Loaded by who uses passkeys: its certificates are a tenth of a second of every start. */
const library = () => import('@simplewebauthn/server')

const NEEDS_A_NAME = 'Chaves de acesso precisam de um endereço com nome (por exemplo, localhost).'

/** Who the passkeys of this installation are for: the name in the address that people open, by which browsers tell them apart. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Null where the address is a bare IP, which no passkey can be bound to. */
export function relyingPartyOf(publicOrigin: string, corsOrigins: readonly string[]): RelyingParty | null {
  const { hostname } = new URL(publicOrigin)
  const isBare = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isBare ? null : { id: hostname, origins: [new URL(publicOrigin).origin, ...corsOrigins] }
}

/** @throws 400 in words, where passkeys are not possible */
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

/** EdDSA, ES256, RS256: what authenticators speak today, by their numbers in COSE's register. */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = CHALLENGE_SECONDS * 1_000
const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))

/** What a browser is asked with. Without `known`, whichever passkey of ours it has; alone it must also know its person. */
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

/** What a browser is asked with for a new passkey of this person; none that it has already. */
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

/** A new passkey, when it was made for this challenge and this installation; else null. */
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
 * Whether this proof is of this passkey, for this challenge and this installation. `alone` it must show that the device knew its
 * person; beside a password it need not.
 * @returns the passkey's new count, or null
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
