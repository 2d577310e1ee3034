import type { AnswerOf, BodyOf, Call, ParamsOf } from '@prosa/contract/define-call'
import { fillPath, HEADERS } from '@prosa/contract/http'
import type * as z from 'zod/mini'
import { env } from '../config/env.ts'
import { ApiError, errorOfAnswer, errorOfCode } from './errors.ts'
import { UNEXPECTED_MESSAGE } from './messages.pt-br.ts'
import { observeServerDate } from './server-clock.ts'

/** A part of a call that may be left out when nothing in it is required. */
type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

export type CallOptions<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', z.output<C['query']>> &
  Part<'body', BodyOf<C>> & { headers?: Record<string, string>; signal?: AbortSignal | undefined }

/** The code of an answer that succeeded and yet is not what the contract says. */
export const UNREADABLE_CODE = 'INTERNAL_ERROR'

interface LooseOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Asked once about each call that was answered 401: true makes it once more, false lets it fail, a rejection is its error. */
type UnauthorizedHandler = (refused: { name: string; startedAt: number }) => Promise<boolean>

let unauthorized: UnauthorizedHandler | null = null

/** The transport's one seam: the session decides what a 401 means. */
export const client = {
  onUnauthorized(handler: UnauthorizedHandler | null): void {
    unauthorized = handler
  },
}

function addressOf(def: Call, options: LooseOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return `${env.apiBaseUrl}${fillPath(def.path, options.params ?? {})}${search}`
}

/** One request: its answer's status and body, or the error of not having got any. */
async function exchange(def: Call, options: LooseOptions): Promise<{ status: number; body: unknown }> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), env.apiTimeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout.signal]) : timeout.signal
  const sentAt = Date.now()
  try {
    const response = await fetch(addressOf(def, options), {
      method: def.method,
      credentials: 'include',
      signal,
      headers: {
        accept: 'application/json',
        [HEADERS.requestTime]: new Date(sentAt).toISOString(),
        [HEADERS.timezone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    observeServerDate(response.headers.get('date'), sentAt, Date.now())
    const text = await response.text()
    return { status: response.status, body: asJson(text) }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw errorOfCode(timeout.signal.aborted ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR')
  } finally {
    clearTimeout(timer)
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A provider may leave out the envelope where the specification does not show an answer. */
const enveloped = (body: unknown): unknown =>
  body === '' ? { success: true } : typeof body === 'object' && body !== null ? { success: true, ...body } : body

const refused = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false

/** Makes a call of the contract and answers what the contract says it answers; every failure is an ApiError. Never toasts. */
export async function call<C extends Call>(
  def: C,
  ...given: Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]
): Promise<AnswerOf<C>> {
  const options = (given[0] ?? {}) as LooseOptions
  const startedAt = Date.now()
  let { status, body } = await exchange(def, options)
  if (status === 401 && (await unauthorized?.({ name: def.name, startedAt }))) {
    ;({ status, body } = await exchange(def, options))
  }
  if (status < 200 || status > 299 || refused(body)) throw errorOfAnswer(status, body)
  const answer = def.answer.safeParse(enveloped(body))
  if (!answer.success) {
    throw new ApiError({ message: UNEXPECTED_MESSAGE, code: UNREADABLE_CODE, statusCode: status })
  }
  return answer.data as AnswerOf<C>
}
