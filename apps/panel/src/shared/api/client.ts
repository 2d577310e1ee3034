import type { AnswerOf, BodyOf, Call, ParamsOf } from '@prosa/contract/define-call'
import { fillPath, HEADERS } from '@prosa/contract/http'
import type * as z from 'zod/mini'
import { env } from '../config/env.ts'
import { askForConfirmation } from '../confirm/ask-for-confirmation.ts'
import { ApiError, errorOfAnswer, errorOfCode } from './errors.ts'
import { UNEXPECTED_MESSAGE } from './messages.pt-br.ts'
import { localNow, observeServerDate } from './server-clock.ts'

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

/** Where a call is made, and its name. */
export type RequestLine = Pick<Call, 'name' | 'method' | 'path'>

interface LooseOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Where the access token was renewed; one that another tab renewed may have ended again before this tab looked. */
export type Renewal = 'here' | 'elsewhere'

interface Session {
  /** How many access tokens there have been: what a call notes when it starts. */
  tokens: () => number
  /** Asked about a call that was answered 401: a renewal makes it once more, null lets it fail, a rejection is its error. */
  renew: (refused: { name: string; tokens: number }) => Promise<Renewal | null>
  /** Told of each call that failed by its answer. */
  refused: (name: string, error: ApiError) => void
}

let session: Session | null = null

/** The transport's one seam: the session decides what a 401 means. */
export const client = {
  use(given: Session | null): void {
    session = given
  },
}

function addressOf(def: RequestLine, options: LooseOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.toString()
  return `${env.apiBaseUrl}${fillPath(def.path, options.params ?? {})}${search && `?${search}`}`
}

/** One request: its answer's status and body, or the error of not having got any. */
async function exchange(def: RequestLine, options: LooseOptions): Promise<{ status: number; body: unknown }> {
  const request = new AbortController()
  const abort = () => request.abort(options.signal?.reason)
  const timer = setTimeout(abort, env.apiTimeoutMs)
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  const sentAt = localNow()
  try {
    const response = await fetch(addressOf(def, options), {
      method: def.method,
      credentials: 'include',
      signal: request.signal,
      headers: {
        accept: 'application/json',
        [HEADERS.requestTime]: new Date(sentAt).toISOString(),
        [HEADERS.timezone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    observeServerDate(response.headers.get('date'), sentAt, localNow())
    const text = await response.text()
    return { status: response.status, body: asJson(text) }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw errorOfCode(request.signal.aborted ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR')
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
  }
}

/** The same, made once more after a renewal of the session's token when it was answered 401. */
async function exchangeInSession(def: RequestLine, options: LooseOptions) {
  for (;;) {
    const tokens = session?.tokens() ?? 0
    const answer = await exchange(def, options)
    const renewal = answer.status === 401 ? await session?.renew({ name: def.name, tokens }) : null
    if (!renewal) return answer
    if (renewal === 'here') return exchange(def, options)
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

/** A call's options, which may be left out when nothing in them is required. */
export type Given<C extends Call> = Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Answers on their way to whoever will ask for them, by their address. */
const ahead = new Map<string, Promise<Answered>>()

/** Makes a call before the code is there that wants its answer: the first that asks for the same is given this one. */
export function askAhead(line: RequestLine, options: LooseOptions): void {
  const answer = answered(line, options)
  // Whoever asks for it hears that it failed.
  answer.catch(() => undefined)
  ahead.set(addressOf(line, options), answer)
}

export const forgetAhead = (): void => ahead.clear()

/** What an answer that succeeded says, before anybody has judged it. */
async function answered(line: RequestLine, options: LooseOptions): Promise<Answered> {
  const address = addressOf(line, options)
  const asked = ahead.get(address)
  if (asked && ahead.delete(address)) return asked
  for (;;) {
    const { status, body } = await exchangeInSession(line, options)
    if (status >= 200 && status <= 299 && !refused(body)) return { status, body }
    const error = errorOfAnswer(status, body)
    // The provider requires a proof of who asks first; with one, the same call is made again.
    if (error.code === 'CONFIRMATION_REQUIRED' && (await askForConfirmation())) continue
    session?.refused(line.name, error)
    throw error
  }
}

function judged<C extends Call>(def: C, { status, body }: Answered): AnswerOf<C> {
  const answer = def.answer.safeParse(enveloped(body))
  if (!answer.success) {
    throw new ApiError({ message: UNEXPECTED_MESSAGE, code: UNREADABLE_CODE, statusCode: status })
  }
  return answer.data as AnswerOf<C>
}

/** Makes a call of the contract and answers what the contract says it answers; every failure is an ApiError. Never toasts. */
export async function call<C extends Call>(def: C, ...[options]: Given<C>): Promise<AnswerOf<C>> {
  return judged(def, await answered(def, (options ?? {}) as LooseOptions))
}

/** The same for a call whose schemas come after the page: made at once, and its answer judged when they are there. */
export async function callAhead<C extends Call>(
  line: RequestLine,
  fetchDef: () => Promise<C>,
  ...[options]: Given<C>
): Promise<AnswerOf<C>> {
  const coming = fetchDef().catch(() => null)
  const answer = await answered(line, (options ?? {}) as LooseOptions)
  const def = await coming
  if (!def) throw errorOfCode('NETWORK_ERROR')
  return judged(def, answer)
}
