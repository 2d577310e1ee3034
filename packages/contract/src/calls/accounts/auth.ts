import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { deviceSession } from '../../entities/accounts/session.ts'
import { user } from '../../entities/accounts/user.ts'
import { id, newPassword } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { getSignInPasswordError, getSignInPhoneError } from '../../rules/accounts/sign-in-errors.ts'
import { SESSION_ENDPOINTS } from '../../session-endpoints.ts'

/**
 * Returns a schema check that applies a validation function. `getIssue` returns the error message for a text, or undefined if the text is
 * valid.
 */
const validateWith = (getIssue: (text: string) => string | undefined) =>
  z.refine<string>((text) => getIssue(text) === undefined, { error: ({ input }) => getIssue(String(input)) })

const existingPassword = z.string().check(validateWith(getSignInPasswordError), z.maxLength(1_000))

/** Schema of the sign-in form. Phone and password are required, and each has its own error message (section 5). */
export const signInForm = z.object({
  phone: z.string().check(validateWith(getSignInPhoneError)),
  password: existingPassword,
  rememberMe: z._default(z.boolean(), false),
})

export const login = defineCall({
  ...SESSION_ENDPOINTS.login,
  summary: 'Entra com telefone e senha e abre uma sessão em cookies.',
  // Has no default for `rememberMe`, because the panel omits the field and omitting it does not mean false.
  body: z.extend(signInForm, { rememberMe: z.optional(z.boolean()) }),
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.object({ user, accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number().check(z.positive()) }),
    fieldErrors: z.optional(z.record(z.string(), z.string())),
  }),
})

export const me = defineCall({
  ...SESSION_ENDPOINTS.me,
  summary: 'Diz quem está na sessão.',
  answer: successWithData(z.extend(user, { expiresIn: z.optional(z.number()) })),
})

export const refresh = defineCall({
  ...SESSION_ENDPOINTS.refresh,
  summary: 'Renova o acesso com o cookie de renovação, que é trocado.',
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.optional(z.object({ accessToken: z.optional(z.string()), expiresIn: z.optional(z.number()) })),
  }),
})

export const logout = defineCall({
  ...SESSION_ENDPOINTS.logout,
  summary: 'Encerra esta sessão.',
  answer: successWithoutData,
})

export const logoutAll = defineCall({
  name: 'logoutAll',
  method: 'POST',
  path: '/auth/logout-all',
  summary: 'Encerra todas as sessões do usuário.',
  answer: successWithoutData,
})

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Troca a senha e encerra as outras sessões.',
  body: z.object({
    currentPassword: existingPassword,
    newPassword,
  }),
  answer: successWithoutData,
})

export const sessions = defineCall({
  name: 'sessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Lista os aparelhos conectados.',
  answer: successWithData(z.object({ sessions: z.array(deviceSession) })),
})

/** Ends one of the signed-in user's sessions. Prosa extension. */
export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Encerra uma sessão do próprio usuário.',
  params: z.object({ id }),
  answer: successWithoutData,
})

export const websocketToken = defineCall({
  name: 'websocketToken',
  method: 'GET',
  path: '/auth/websocket-token',
  summary: 'Dá um bilhete de uso único, válido por 60 s, para abrir o tempo real.',
  answer: successWithData(z.object({ token: z.string() })),
})
