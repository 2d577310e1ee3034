import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import {
  passkey,
  passkeyAssertion,
  passkeyCreateOptions,
  passkeyName,
  passkeyRegistration,
  passkeyRequestOptions,
} from '../../entities/accounts/passkey.ts'
import { id } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { RECOVERY_CODE_COUNT, SECOND_STEP_METHODS } from '../../rules/accounts/second-step.ts'
import { login } from './auth.ts'

/** API endpoints for the second factor of a sign-in, and for passkeys (3-team.md, section 3). Prosa extension. */

/** Schema of a code as the user typed it, with or without spaces and dashes. */
const typedCode = z.string().check(z.trim(), z.minLength(1, 'Digite o código.'), z.maxLength(40))
const recoveryCodeSet = z.object({ codes: z.array(z.string()).check(z.length(RECOVERY_CODE_COUNT)) })

/**
 * Returns the methods with which the user can confirm the sign-in. Authenticated by a cookie, valid for five minutes, which the sign-in
 * endpoint sets together with the error SECOND_STEP_REQUIRED.
 * @throws 400 without this cookie
 */
export const secondStepMethods = defineCall({
  name: 'secondStepMethods',
  method: 'GET',
  path: '/auth/second-step',
  summary: 'Diz com o que a conta pode confirmar a entrada.',
  answer: successWithData(
    z.object({ methods: z.array(z.enum(SECOND_STEP_METHODS)), passkey: z.nullable(passkeyRequestOptions) }),
  ),
})

/**
 * Completes a sign-in with the second factor. The response equals that of `login`.
 * @throws 400 for a wrong code. Not 401, because clients would try to refresh a session that does not exist yet.
 */
export const completeSecondStep = defineCall({
  name: 'secondStep',
  method: 'POST',
  path: '/auth/second-step',
  summary: 'Confirma a entrada com o segundo passo e abre a sessão.',
  body: z.object({
    method: z.enum(SECOND_STEP_METHODS),
    code: z.optional(typedCode),
    response: z.optional(passkeyAssertion),
    trust_device: z._default(z.boolean(), false),
  }),
  answer: login.answer,
})

/**
 * Confirms the identity of the signed-in user by `password` or `passkey`. The confirmation is valid in this session for
 * CONFIRMATION_VALID_MINUTES.
 * @throws 400 if the password or passkey is wrong
 */
export const confirmSessionIdentity = defineCall({
  name: 'confirm',
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirma quem pede, com a senha ou uma chave de acesso, antes do que é grave.',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1_000))), passkey: z.optional(passkeyAssertion) }),
  answer: successWithoutData,
})

/**
 * Returns the options with which a browser requests a passkey for signing in. They are the same for every account, so that they do not
 * reveal which accounts exist.
 */
export const passkeyOptions = defineCall({
  name: 'passkeyOptions',
  method: 'POST',
  path: '/auth/passkey/options',
  summary: 'O que o navegador precisa para entrar com chave de acesso.',
  answer: successWithData(passkeyRequestOptions),
})

export const passkeySignIn = defineCall({
  name: 'passkeySignIn',
  method: 'POST',
  path: '/auth/passkey',
  summary: 'Entra com uma chave de acesso, sem senha.',
  body: z.object({ response: passkeyAssertion }),
  answer: login.answer,
})

export const getAccountSecurity = defineCall({
  name: 'security',
  method: 'GET',
  path: '/auth/security',
  summary: 'O segundo passo e as chaves de acesso da própria conta.',
  answer: successWithData(
    z.object({
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys: z.array(passkey),
      /** Whether passkeys can be used. False if the server is accessed by IP address, because passkeys require a host name. */
      passkeys_possible: z.boolean(),
    }),
  ),
})

/** Starts the setup of an authenticator app. The previous app stays valid until the user confirms a code of the new one. */
export const startTotp = defineCall({
  name: 'startTotp',
  method: 'POST',
  path: '/auth/totp/start',
  summary: 'Começa a ligar um aplicativo de códigos.',
  answer: successWithData(z.object({ secret: z.string(), uri: z.string() })),
})

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'Liga o aplicativo com um código dele e dá os códigos de recuperação, uma única vez.',
  body: z.object({ code: typedCode }),
  answer: successWithData(recoveryCodeSet),
})

export const removeTotp = defineCall({
  name: 'removeTotp',
  method: 'DELETE',
  path: '/auth/totp',
  summary: 'Desliga o aplicativo de códigos.',
  answer: successWithoutData,
})

export const newRecoveryCodes = defineCall({
  name: 'newRecoveryCodes',
  method: 'POST',
  path: '/auth/recovery-codes',
  summary: 'Dá dez códigos de recuperação novos; os antigos deixam de valer.',
  answer: successWithData(recoveryCodeSet),
})

export const passkeyCreationOptions = defineCall({
  name: 'passkeyCreationOptions',
  method: 'POST',
  path: '/auth/passkeys/options',
  summary: 'O que o navegador precisa para criar uma chave de acesso.',
  answer: successWithData(passkeyCreateOptions),
})

export const createPasskey = defineCall({
  name: 'createPasskey',
  method: 'POST',
  path: '/auth/passkeys',
  summary: 'Guarda uma chave de acesso nova.',
  body: z.object({ name: passkeyName, response: passkeyRegistration }),
  answer: successWithData(passkey),
})

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  method: 'PATCH',
  path: '/auth/passkeys/:id',
  summary: 'Dá outro nome a uma chave de acesso.',
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  answer: successWithData(passkey),
})

export const deletePasskey = defineCall({
  name: 'deletePasskey',
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  summary: 'Apaga uma chave de acesso.',
  params: z.object({ id }),
  answer: successWithoutData,
})
