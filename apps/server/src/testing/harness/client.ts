import * as auth from '@prosa/contract/calls/accounts/auth'
import { confirmSessionIdentity } from '@prosa/contract/calls/accounts/second-step'
import type { Call, CallBody, CallParams, CallResponse } from '@prosa/contract/define-call'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { errorResponse } from '@prosa/contract/responses'
import type { FastifyInstance } from 'fastify'
import { recordSecrets } from './recorded-secrets.ts'

/** Headers that the contract requires in every call. */
const buildContractHeaders = () => ({
  [HTTP_HEADERS.requestTime]: new Date().toISOString(),
  [HTTP_HEADERS.timezone]: 'America/Sao_Paulo',
})

interface TestCallInput<C extends Call> {
  params?: CallParams<C>
  /** The query string's parameters. */
  query?: Record<string, string>
  body?: CallBody<C>
  headers?: Record<string, string>
}

export interface Client {
  cookies: Map<string, string>
  /**
   * Makes a call and parses the answer by the contract. An error response fails the test. If the call requires a recent password
   * confirmation, the client confirms the password and repeats the call, as the panel does.
   */
  call<C extends Call>(call: C, input?: TestCallInput<C>): Promise<CallResponse<C>>
  /** Makes a call that must be refused. Fails the test if it succeeds or if the error does not have the contract's shape. */
  refused<C extends Call>(
    call: C,
    input?: TestCallInput<C> & { rawBody?: unknown },
  ): Promise<{ status: number; code: string; message: string; fieldErrors?: Record<string, string> | undefined }>
  /** Sends a request and returns the answer unparsed. */
  raw(request: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: unknown
  }): Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>
  signIn(phone: string, password: string, remember?: boolean): Promise<CallResponse<typeof auth.login>['data']>
}

export function createClient(http: FastifyInstance): Client {
  const cookies = new Map<string, string>()
  let signedInWith: string | null = null

  const raw: Client['raw'] = async ({ method, url, headers = {}, payload }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await http.inject({
      method: method as 'GET',
      url,
      headers: { ...buildContractHeaders(), ...(cookie ? { cookie } : {}), ...headers },
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    for (const set of response.cookies) {
      if (set.value === '') cookies.delete(set.name)
      else cookies.set(set.name, set.value)
    }
    recordSecrets(http, { asked: payload, answer: response.body, cookies: response.cookies.map(({ value }) => value) })
    return { statusCode: response.statusCode, body: response.body, headers: response.headers }
  }

  const send = <C extends Call>(
    call: C,
    { params, query, body, headers, rawBody }: TestCallInput<C> & { rawBody?: unknown } = {},
  ) => {
    const search = new URLSearchParams(query).toString()
    const path = buildPath(call.path, params ?? {})
    return raw({
      method: call.method,
      url: `/api${path}${search ? `?${search}` : ''}`,
      headers: headers ?? {},
      payload: rawBody ?? body,
    })
  }

  return {
    cookies,
    raw,
    call: async (call, input) => {
      let response = await send(call, input)
      if (response.statusCode === 403 && response.body.includes('"CONFIRMATION_REQUIRED"') && signedInWith !== null) {
        await send(confirmSessionIdentity, { body: { password: signedInWith } })
        response = await send(call, input)
      }
      if (response.statusCode !== 200) throw new Error(`${call.name} answered ${response.statusCode}: ${response.body}`)
      return call.answer.parse(JSON.parse(response.body)) as CallResponse<typeof call>
    },
    refused: async (call, input) => {
      const response = await send(call, input)
      if (response.statusCode < 400) throw new Error(`${call.name} was not refused: ${response.body}`)
      const { code, message, fieldErrors } = errorResponse.parse(JSON.parse(response.body))
      return { status: response.statusCode, code, message, fieldErrors }
    },
    signIn: async (phone, password, remember = false) => {
      const response = await send(auth.login, { body: { phone, password, rememberMe: remember } })
      if (response.statusCode !== 200) throw new Error(`Sign-in answered ${response.statusCode}: ${response.body}`)
      signedInWith = password
      return auth.login.answer.parse(JSON.parse(response.body)).data
    },
  }
}
