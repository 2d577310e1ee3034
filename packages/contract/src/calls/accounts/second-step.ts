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

/** Second factor of a sign-in, and passkeys (3-team.md, section 3). Prosa extension. */

/** A code as entered by the user, with or without spaces and dashes. */
const typedCode = z.string().check(z.trim(), z.minLength(1, 'Digite o código.'), z.maxLength(40))
const recoveryCodeSet = z.object({ codes: z.array(z.string()).check(z.length(RECOVERY_CODE_COUNT)) })

/** Authenticated by the cookie that login sets with SECOND_STEP_REQUIRED; it is valid for five minutes. Without it the answer is 400. */
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
 * Answers like login. A wrong code is answered 400 instead of 401, because clients react to 401 by refreshing a session that does not exist
 * yet.
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
 * Confirms the identity of the signed-in user with one of the two. Valid in this session for CONFIRMATION_VALID_MINUTES. A wrong value is
 * answered 400.
 */
export const confirmSessionIdentity = defineCall({
  name: 'confirm',
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirma quem pede, com a senha ou uma chave de acesso, antes do que é grave.',
  body: z.object({ password: z.optional(z.string().check(z.maxLength(1_000))), passkey: z.optional(passkeyAssertion) }),
  answer: successWithoutData,
})

/** Returns the same options for every client, so that they do not reveal which accounts exist. */
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
      /** False if the server is accessed by IP address: passkeys require a host name. */
      passkeys_possible: z.boolean(),
    }),
  ),
})

/** The previous app stays valid until the new code is confirmed. */
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
