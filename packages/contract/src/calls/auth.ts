import * as z from 'zod/mini'
import { done, success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { deviceSession } from '../entities/session.ts'
import { user } from '../entities/user.ts'
import { id } from '../fields.ts'
import { anyone } from '../roles.ts'
import { newPassword } from '../rules/password.ts'
import { phone } from '../rules/phone.ts'

/** Section 5, sign-in: both required, each with its own text. */
export const signIn = z.object({
  phone: z.string().check(z.minLength(1, { error: 'Telefone é obrigatório.', abort: true }), phone),
  password: z.string().check(z.minLength(1, 'A senha é obrigatória.'), z.maxLength(1_000)),
  rememberMe: z._default(z.boolean(), false),
})

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Entra com telefone e senha e abre uma sessão em cookies.',
  access: anyone,
  // 'Manter conectado' is the panel's own business: what it sends has no such field, which is not the same as asking to be forgotten.
  body: z.extend(signIn, { rememberMe: z.optional(z.boolean()) }),
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.object({ user, accessToken: z.string(), refreshToken: z.string(), expiresIn: z.number().check(z.positive()) }),
    fieldErrors: z.optional(z.record(z.string(), z.string())),
  }),
})

export const me = defineCall({
  name: 'me',
  method: 'GET',
  path: '/auth/me',
  summary: 'Diz quem está na sessão.',
  answer: success(z.extend(user, { expiresIn: z.optional(z.number()) })),
})

export const refresh = defineCall({
  name: 'refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Renova o acesso com o cookie de renovação, que é trocado.',
  access: anyone,
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.optional(z.object({ accessToken: z.optional(z.string()), expiresIn: z.optional(z.number()) })),
  }),
})

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Encerra esta sessão.',
  access: anyone,
  answer: done,
})

export const logoutAll = defineCall({
  name: 'logoutAll',
  method: 'POST',
  path: '/auth/logout-all',
  summary: 'Encerra todas as sessões do usuário.',
  answer: done,
})

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Troca a senha e encerra as outras sessões.',
  body: z.object({
    currentPassword: z.string().check(z.minLength(1, 'A senha é obrigatória.'), z.maxLength(1_000)),
    newPassword,
  }),
  answer: done,
})

export const sessions = defineCall({
  name: 'sessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Lista os aparelhos conectados.',
  answer: success(z.object({ sessions: z.array(deviceSession) })),
})

/** Ours: the sessions card ends one device at a time. */
export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Encerra uma sessão do próprio usuário.',
  params: z.object({ id }),
  answer: done,
})

export const websocketToken = defineCall({
  name: 'websocketToken',
  method: 'GET',
  path: '/auth/websocket-token',
  summary: 'Dá um bilhete de uso único, válido por 60 s, para abrir o tempo real.',
  answer: success(z.object({ token: z.string() })),
})
