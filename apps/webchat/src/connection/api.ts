import {
  openWebchat,
  sendWebchatMessage,
  type WebchatMessage,
  webchatMediaPath,
  webchatStreamPath,
} from '@prosa/contract/calls/webchat/webchat'
import { REQUEST_TIMEOUT_MS } from '@prosa/contract/constants'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import type { ChosenOption } from '../sending/outbox.ts'
import { createChallengeSolver } from './challenge-solver.ts'

/**
 * Reason why a request failed. `offline`: no response arrived. `busy`: the server asks to retry later. `gone`: the agent does not exist.
 * `refused`: the server will never accept this message.
 */
export type FailureReason = 'offline' | 'busy' | 'gone' | 'refused'

/**
 * A failed request. `retryAfterMs`: milliseconds until the server accepts a retry; null if unknown. `message`: Portuguese reason why a file
 * was refused.
 */
export type FailedRequest = { ok: false; failure: FailureReason; retryAfterMs: number | null; message?: string }
export type ApiResult<T> = { ok: true; data: T } | FailedRequest

export interface OpenedChat {
  readonly agent: { readonly name: string; readonly company: string }
  readonly messages: readonly WebchatMessage[]
  readonly returning: boolean
}

const API = '/api'
type Parser<T> = { safeParse(value: unknown): { success: true; data: { data: T } } | { success: false } }

export const toFailureReason = (status: number): FailureReason => {
  if (status === 404) return 'gone'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'busy'
  return 'refused'
}

export const createFailure = (failure: FailureReason, retryAfter: string | null = null): FailedRequest => {
  const seconds = Number(retryAfter)
  return { ok: false, failure, retryAfterMs: retryAfter !== null && seconds > 0 ? seconds * 1_000 : null }
}

/** Solver of the server's proof-of-work challenges. Its code is loaded when the first challenge arrives. */
export const challengeSolver = createChallengeSolver(async (challenge) =>
  (await import('./solve-challenge.ts')).solveChallenge(challenge),
)

interface RequestOptions {
  readonly method: string
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/**
 * Sends a request to the server, including this browser's cookie.
 * @throws if no response arrives within REQUEST_TIMEOUT_MS, or if `signal` is aborted
 */
export const sendRequest = (path: string, { signal, ...init }: RequestOptions): Promise<Response> => {
  const request = new AbortController()
  const abort = () => request.abort()
  // Never clears the timeout, so that it also limits the time for reading the response body.
  setTimeout(abort, REQUEST_TIMEOUT_MS)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return fetch(API + path, {
    ...init,
    credentials: 'same-origin',
    signal: request.signal,
    headers: {
      ...init.headers,
      accept: 'application/json',
      [HTTP_HEADERS.requestTime]: new Date().toISOString(),
      [HTTP_HEADERS.timezone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
}

const callApi = async <T>(path: string, init: RequestOptions, parser: Parser<T>): Promise<ApiResult<T>> => {
  try {
    const response = await sendRequest(path, init)
    if (!response.ok) challengeSolver.acceptChallenge(response.headers.get(HTTP_HEADERS.challenge))
    if (!response.ok) return createFailure(toFailureReason(response.status), response.headers.get('retry-after'))
    const parsed = parser.safeParse(await response.json())
    return parsed.success ? { ok: true, data: parsed.data.data } : createFailure('busy')
  } catch {
    return createFailure('offline')
  }
}

const fetchChat = (agentId: string, query: string): Promise<ApiResult<OpenedChat>> =>
  callApi(`${buildPath(openWebchat.path, { agentId })}${query}`, { method: 'GET' }, openWebchat.answer)

/** Fetches the agent and the messages after sequence number `afterSeq`. Fetches the newest messages if `afterSeq` is 0. */
export const openChat = (agentId: string, afterSeq: number): Promise<ApiResult<OpenedChat>> =>
  fetchChat(agentId, afterSeq > 0 ? `?afterSeq=${afterSeq}` : '')

export const fetchOlderMessages = (agentId: string, beforeSeq: number): Promise<ApiResult<OpenedChat>> =>
  fetchChat(agentId, `?beforeSeq=${beforeSeq}`)

/**
 * Sends one message, optionally with a file or as an answer to offered options.
 * @param key idempotency key; repeated requests with the same key create only one message
 */
export const sendChatMessage = (
  agentId: string,
  key: string,
  content: string,
  fileOrChoice: { file_id: string; as: SentMediaType } | { choice: ChosenOption } | null = null,
): Promise<ApiResult<{ message: WebchatMessage }>> =>
  callApi(
    buildPath(sendWebchatMessage.path, { agentId }),
    {
      method: 'POST',
      body: JSON.stringify({ content, ...fileOrChoice }),
      headers: { 'content-type': 'application/json', [HTTP_HEADERS.idempotencyKey]: key, ...challengeSolver.getHeaders() },
    },
    sendWebchatMessage.answer,
  )

export const getFileUrl = (agentId: string, messageId: string): string =>
  API + buildPath(webchatMediaPath, { agentId, messageId })

/** Returns the URL of the event stream with all messages after sequence number `afterSeq`. */
export const getStreamUrl = (agentId: string, afterSeq: number): string =>
  `${API}${buildPath(webchatStreamPath, { agentId })}?afterSeq=${afterSeq}`
