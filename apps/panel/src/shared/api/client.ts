import type { AnswerOf, BodyOf, Call, ParamsOf } from '@prosa/contract/define-call'
import { fillPath, HEADERS } from '@prosa/contract/http'
import type * as z from 'zod/mini'
import { env } from '../config/env.ts'
import { askForConfirmation } from '../confirm/ask-for-confirmation.ts'
import { ApiError, errorOfAnswer, errorOfCode } from './errors.ts'
import { UNEXPECTED_MESSAGE } from './messages.pt-br.ts'
import { localNow, observeServerDate } from './server-clock.ts'

/** An option of a call. It may be omitted if none of its fields is required. */
type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

export type CallOptions<C extends Call> = Part<'params', ParamsOf<C>> &
  Part<'query', z.output<C['query']>> &
  Part<'body', BodyOf<C>> & { headers?: Record<string, string>; signal?: AbortSignal | undefined }

/** Error code of a successful response whose body does not match the contract. */
export const UNREADABLE_CODE = 'INTERNAL_ERROR'

/** Name, method and path of a call. */
export type RequestLine = Pick<Call, 'name' | 'method' | 'path'>

interface LooseOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Where the access token was renewed. A token renewed by another tab may have expired again before this tab reads it. */
export type Renewal = 'here' | 'elsewhere'

interface Session {
  /** Number of access tokens so far. A call reads it when it starts. */
  tokens: () => number
  /**
   * Called when a call gets a 401. If it returns a renewal, the call is repeated; null lets the call fail; a rejection becomes the call's
   * error.
   */
  renew: (refused: { name: string; tokens: number }) => Promise<Renewal | null>
  /** Called for each call whose response is an error. */
  refused: (name: string, error: ApiError) => void
}

let session: Session | null = null

/** Lets the session decide how a 401 is handled. */
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

/** Sends one request and returns the status and body of its response. @throws ApiError if no response arrives */
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

/** Sends a request as `exchange` does, and repeats it if the response is a 401 and the session's token was renewed. */
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

/** Adds the `success` field, which a provider may omit where the specification does not show the response. */
const enveloped = (body: unknown): unknown =>
  body === '' ? { success: true } : typeof body === 'object' && body !== null ? { success: true, ...body } : body

const refused = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false

/** Arguments for a call's options. They may be omitted if none of them is required. */
export type Given<C extends Call> = Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Responses of prefetched calls, by URL. */
const ahead = new Map<string, Promise<Answered>>()

/** Makes a call before the code that needs its response is loaded. The first later call to the same URL receives this response. */
export function askAhead(line: RequestLine, options: LooseOptions): void {
  const answer = answered(line, options)
  // The call that receives this response handles the error.
  answer.catch(() => undefined)
  ahead.set(addressOf(line, options), answer)
}

export const forgetAhead = (): void => ahead.clear()

/** Returns the successful response of a call, without validating it. */
async function answered(line: RequestLine, options: LooseOptions): Promise<Answered> {
  const address = addressOf(line, options)
  const asked = ahead.get(address)
  if (asked && ahead.delete(address)) return asked
  for (;;) {
    const { status, body } = await exchangeInSession(line, options)
    if (status >= 200 && status <= 299 && !refused(body)) return { status, body }
    const error = errorOfAnswer(status, body)
    // The provider requires a confirmation of identity first. After it, the same call is repeated.
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

/** Makes a call of the contract and returns its validated response. Shows no toast. @throws ApiError on every failure */
export async function call<C extends Call>(def: C, ...[options]: Given<C>): Promise<AnswerOf<C>> {
  return judged(def, await answered(def, (options ?? {}) as LooseOptions))
}

/**
 * Makes a call whose schemas are loaded after the page. The request is sent at once; its response is validated when the schemas are loaded.
 */
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
