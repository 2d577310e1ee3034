import type { Call, CallBody, CallParams, CallResponse } from '@prosa/contract/define-call'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import type * as z from 'zod/mini'
import { env } from '../config/env.ts'
import { requestIdentityConfirmation } from '../identity/identity-confirmation.ts'
import { ApiError, createErrorFromCode, createErrorFromResponse } from './errors.ts'
import { UNEXPECTED_ERROR_MESSAGE } from './messages.pt-br.ts'
import { getLocalTime, observeServerDate } from './server-clock.ts'

/** Type of a request option, such as `params` or `body`. The property is optional if none of its fields is required. */
type CallOption<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<never, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

export type CallOptions<C extends Call> = CallOption<'params', CallParams<C>> &
  CallOption<'query', z.output<C['query']>> &
  CallOption<'body', CallBody<C>> & { headers?: Record<string, string>; signal?: AbortSignal | undefined }

/** Error code of a successful response whose body does not match the contract. */
export const INVALID_RESPONSE_CODE = 'INTERNAL_ERROR'

/** Name, method and path of an API endpoint. */
export type Endpoint = Pick<Call, 'name' | 'method' | 'path'>

interface UntypedCallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Tab that renewed the access token: this tab (`here`) or another (`elsewhere`). A token from another tab may have expired again before
 * this tab uses it.
 */
export type TokenRenewal = 'here' | 'elsewhere'

interface SessionHooks {
  /** Returns the number of access tokens issued so far. Called before each request is sent. */
  getTokenCount: () => number
  /**
   * Called when a request fails with a 401. A returned renewal repeats the request, and null lets the request fail with the 401. If the
   * call rejects, the request fails with that error.
   */
  renew: (request: { name: string; tokenCount: number }) => Promise<TokenRenewal | null>
  onRejected: (endpointName: string, error: ApiError) => void
}

let session: SessionHooks | null = null

/** Registers the session hooks that handle 401 and other error responses. Null removes the hooks. */
export const apiClient = {
  setSessionHooks(hooks: SessionHooks | null): void {
    session = hooks
  },
}

function buildUrl(def: Endpoint, options: UntypedCallOptions): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const search = query.toString()
  return `${env.apiBaseUrl}${buildPath(def.path, options.params ?? {})}${search && `?${search}`}`
}

/** Sends one request and returns the status and body of its response. @throws ApiError if no response arrives */
async function sendRequest(def: Endpoint, options: UntypedCallOptions): Promise<{ status: number; body: unknown }> {
  const request = new AbortController()
  const abort = () => request.abort(options.signal?.reason)
  const timer = setTimeout(abort, env.apiTimeoutMs)
  if (options.signal?.aborted) abort()
  options.signal?.addEventListener('abort', abort)
  const sentAt = getLocalTime()
  try {
    const response = await fetch(buildUrl(def, options), {
      method: def.method,
      credentials: 'include',
      signal: request.signal,
      headers: {
        accept: 'application/json',
        [HTTP_HEADERS.requestTime]: new Date(sentAt).toISOString(),
        [HTTP_HEADERS.timezone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    observeServerDate(response.headers.get('date'), sentAt, getLocalTime())
    const text = await response.text()
    return { status: response.status, body: parseJsonOrText(text) }
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw createErrorFromCode(request.signal.aborted ? 'TIMEOUT_ERROR' : 'NETWORK_ERROR')
  } finally {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', abort)
  }
}

/** Sends a request with `sendRequest`. Repeats the request after a 401 if the session could renew the access token. */
async function sendRequestInSession(def: Endpoint, options: UntypedCallOptions) {
  for (;;) {
    const tokenCount = session?.getTokenCount() ?? 0
    const response = await sendRequest(def, options)
    const renewal = response.status === 401 ? await session?.renew({ name: def.name, tokenCount }) : null
    if (!renewal) return response
    if (renewal === 'here') return sendRequest(def, options)
  }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Adds the `success` field to a response body. The server may omit this field where the specification does not show the response. */
const addSuccessField = (body: unknown): unknown =>
  body === '' ? { success: true } : typeof body === 'object' && body !== null ? { success: true, ...body } : body

const isUnsuccessful = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false

/** Arguments for the options of a request. The argument may be omitted if no option is required. */
export type CallArguments<C extends Call> = Record<never, never> extends CallOptions<C> ? [CallOptions<C>?] : [CallOptions<C>]

interface RawResponse {
  readonly status: number
  readonly body: unknown
}

/** Responses of prefetched requests, by URL. */
const prefetchedResponses = new Map<string, Promise<RawResponse>>()

/** Sends a request before the code that needs its response is loaded. The next request to the same URL returns this response. */
export function prefetchCall(endpoint: Endpoint, options: UntypedCallOptions): void {
  const response = fetchRawResponse(endpoint, options)
  // The request that later receives this response handles the error.
  response.catch(() => undefined)
  prefetchedResponses.set(buildUrl(endpoint, options), response)
}

export const clearPrefetchedCalls = (): void => prefetchedResponses.clear()

/** Returns the successful response of a request, without validating it. */
async function fetchRawResponse(endpoint: Endpoint, options: UntypedCallOptions): Promise<RawResponse> {
  const url = buildUrl(endpoint, options)
  const prefetched = prefetchedResponses.get(url)
  if (prefetched && prefetchedResponses.delete(url)) return prefetched
  for (;;) {
    const { status, body } = await sendRequestInSession(endpoint, options)
    if (status >= 200 && status <= 299 && !isUnsuccessful(body)) return { status, body }
    const error = createErrorFromResponse(status, body)
    // The server requires a confirmation of identity first. After the confirmation, the same request is repeated.
    if (error.code === 'CONFIRMATION_REQUIRED' && (await requestIdentityConfirmation())) continue
    session?.onRejected(endpoint.name, error)
    throw error
  }
}

function validateResponse<C extends Call>(def: C, { status, body }: RawResponse): CallResponse<C> {
  const parsed = def.answer.safeParse(addSuccessField(body))
  if (!parsed.success) {
    throw new ApiError({ message: UNEXPECTED_ERROR_MESSAGE, code: INVALID_RESPONSE_CODE, statusCode: status })
  }
  return parsed.data as CallResponse<C>
}

/**
 * Sends a request to an API endpoint and returns its validated response. Shows no error notification.
 * @throws ApiError on every failure
 */
export async function call<C extends Call>(def: C, ...[options]: CallArguments<C>): Promise<CallResponse<C>> {
  return validateResponse(def, await fetchRawResponse(def, (options ?? {}) as UntypedCallOptions))
}

/**
 * Sends a request at once and validates the response after the endpoint's schemas are loaded.
 * @throws ApiError on every failure
 */
export async function callWithDeferredSchema<C extends Call>(
  endpoint: Endpoint,
  fetchDef: () => Promise<C>,
  ...[options]: CallArguments<C>
): Promise<CallResponse<C>> {
  const pendingDefinition = fetchDef().catch(() => null)
  const response = await fetchRawResponse(endpoint, (options ?? {}) as UntypedCallOptions)
  const def = await pendingDefinition
  if (!def) throw createErrorFromCode('NETWORK_ERROR')
  return validateResponse(def, response)
}
