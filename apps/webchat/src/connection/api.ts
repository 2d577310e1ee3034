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
 * Reason of a failed request. `offline`: no response; `busy`: try again later; `gone`: the agent does not exist; `refused`: the server will
 * never accept this message.
 */
export type FailureReason = 'offline' | 'busy' | 'gone' | 'refused'

/**
 * Result of a failed request. `retryAfterMs`: milliseconds after which the server accepts a retry, if it reported them. `words`: Portuguese
 * reason why a file was refused.
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

/** Solver of proof-of-work challenges. The code that solves them is loaded with the first challenge. */
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
 * Sends a request to the server with this browser's cookie.
 * @throws if no response arrives within REQUEST_TIMEOUT_MS, or if `signal` is aborted
 */
export const sendRequest = (path: string, { signal, ...init }: RequestOptions): Promise<Response> => {
  const request = new AbortController()
  const abort = () => request.abort()
  // The timeout is never cleared, so that it also covers reading the response body.
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

/** Fetches the agent and the messages after the sequence number `afterSeq`. If `afterSeq` is 0, fetches the newest messages. */
export const openChat = (agentId: string, afterSeq: number): Promise<ApiResult<OpenedChat>> =>
  fetchChat(agentId, afterSeq > 0 ? `?afterSeq=${afterSeq}` : '')

/** Fetches the page of messages before the sequence number `beforeSeq`. */
export const fetchOlderMessages = (agentId: string, beforeSeq: number): Promise<ApiResult<OpenedChat>> =>
  fetchChat(agentId, `?beforeSeq=${beforeSeq}`)

/**
 * Sends one message, optionally with a file or as the choice of an offered option. `key`: idempotency key; requests with the same key
 * create only one message.
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

/** Returns the URL from which this visitor can download the file of a message. */
export const getFileUrl = (agentId: string, messageId: string): string =>
  API + buildPath(webchatMediaPath, { agentId, messageId })

/** Returns the URL of the event stream. The stream begins after the message with the sequence number `afterSeq`. */
export const getStreamUrl = (agentId: string, afterSeq: number): string =>
  `${API}${buildPath(webchatStreamPath, { agentId })}?afterSeq=${afterSeq}`
