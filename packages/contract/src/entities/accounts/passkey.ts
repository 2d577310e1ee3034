import * as z from 'zod/mini'
import { id, nameText, timestamp } from '../../fields.ts'

/** Returns the schema of binary data as WebAuthn encodes it in JSON: base64url without padding, at most `max` characters. */
const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(max))

const TRANSPORT_MAX_CHARS = 40
const transports = z.optional(z.array(z.string().check(z.maxLength(TRANSPORT_MAX_CHARS))).check(z.maxLength(10)))
const credential = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** Schema of the name that a user gives a passkey. */
export const passkeyName = nameText(60).check(z.minLength(1, 'Dê um nome à chave.'))

export const passkey = z.object({
  id,
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof passkey>

/** Options with which the browser requests a passkey for signing in: WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(credential)),
  userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
})
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

/** Options with which the browser creates a passkey: WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreateOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.int()),
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.optional(z.array(credential)),
  authenticatorSelection: z.optional(
    z.object({
      residentKey: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
      requireResidentKey: z.optional(z.boolean()),
      userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
    }),
  ),
  attestation: z.optional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
})
export type PasskeyCreateOptions = z.infer<typeof passkeyCreateOptions>

const credentialFields = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') }

/** Proof from the browser that the user has a passkey: WebAuthn's AuthenticationResponseJSON. */
export const passkeyAssertion = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: z.nullish(base64url(200)),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** A new passkey from the browser: WebAuthn's RegistrationResponseJSON. */
export const passkeyRegistration = z.object({
  ...credentialFields,
  response: z.object({ clientDataJSON: base64url(4_000), attestationObject: base64url(20_000), transports }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>
