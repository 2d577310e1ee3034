import {
  openWebchat,
  sendWebchatMessage,
  type WebchatMessage,
  webchatMediaPath,
  webchatStreamPath,
} from '@prosa/contract/calls/webchat'
import { REQUEST_TIMEOUT_MS } from '@prosa/contract/constants'
import type { SendAs } from '@prosa/contract/entities/message'
import { fillPath, HEADERS } from '@prosa/contract/http'
import type { Choice } from './outbox.ts'
import { createProver } from './prover.ts'

/**
 * Reason of a failed request. `offline`: no response; `busy`: try again later; `gone`: the agent does not exist; `refused`: this message
 * will never be accepted.
 */
export type Failure = 'offline' | 'busy' | 'gone' | 'refused'

/** A failed request. `words` is the reason, in Portuguese, for which a file was refused. */
export type Failed = { ok: false; failure: Failure; retryAfterMs: number | null; words?: string }
export type Result<T> = { ok: true; data: T } | Failed

export interface Opened {
  readonly agent: { readonly name: string; readonly company: string }
  readonly messages: readonly WebchatMessage[]
  readonly returning: boolean
}

const API = '/api'
type Parser<T> = { safeParse(value: unknown): { success: true; data: { data: T } } | { success: false } }

export const failureOf = (status: number): Failure => {
  if (status === 404) return 'gone'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'busy'
  return 'refused'
}

export const failed = (failure: Failure, retryAfter: string | null = null): Failed => {
  const seconds = Number(retryAfter)
  return { ok: false, failure, retryAfterMs: retryAfter !== null && seconds > 0 ? seconds * 1_000 : null }
}

/** Solves proof-of-work challenges. Its code is loaded with the first challenge. */
export const prover = createProver(async (challenge) => (await import('./solve-challenge.ts')).solveChallenge(challenge))

interface Sent {
  readonly method: string
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Sends a request with this browser's cookie. @throws if no response arrives within REQUEST_TIMEOUT_MS */
export const request = (path: string, { signal, ...init }: Sent): Promise<Response> => {
  const running = new AbortController()
  const abort = () => running.abort()
  // The timeout also covers reading the response body.
  setTimeout(abort, REQUEST_TIMEOUT_MS)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return fetch(API + path, {
    ...init,
    credentials: 'same-origin',
    signal: running.signal,
    headers: {
      ...init.headers,
      accept: 'application/json',
      [HEADERS.requestTime]: new Date().toISOString(),
      [HEADERS.timezone]: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
}

const call = async <T>(path: string, init: Sent, answer: Parser<T>): Promise<Result<T>> => {
  try {
    const response = await request(path, init)
    if (!response.ok) prover.take(response.headers.get(HEADERS.challenge))
    if (!response.ok) return failed(failureOf(response.status), response.headers.get('retry-after'))
    const parsed = answer.safeParse(await response.json())
    return parsed.success ? { ok: true, data: parsed.data.data } : failed('busy')
  } catch {
    return failed('offline')
  }
}

const openAt = (agentId: string, query: string): Promise<Result<Opened>> =>
  call(`${fillPath(openWebchat.path, { agentId })}${query}`, { method: 'GET' }, openWebchat.answer)

/** Fetches the agent and the messages after `afterSeq`; with 0, the newest messages. */
export const open = (agentId: string, afterSeq: number): Promise<Result<Opened>> =>
  openAt(agentId, afterSeq > 0 ? `?afterSeq=${afterSeq}` : '')

/** Fetches the page of messages before `beforeSeq`. */
export const openBefore = (agentId: string, beforeSeq: number): Promise<Result<Opened>> =>
  openAt(agentId, `?beforeSeq=${beforeSeq}`)

/** Sends one message, optionally with a file or as the choice of an option. Requests with the same key create only one message. */
export const send = (
  agentId: string,
  key: string,
  content: string,
  beside: { file_id: string; as: SendAs } | { choice: Choice } | null = null,
): Promise<Result<{ message: WebchatMessage }>> =>
  call(
    fillPath(sendWebchatMessage.path, { agentId }),
    {
      method: 'POST',
      body: JSON.stringify({ content, ...beside }),
      headers: { 'content-type': 'application/json', [HEADERS.idempotencyKey]: key, ...prover.headers() },
    },
    sendWebchatMessage.answer,
  )

/** Returns the URL of a message's file for this visitor. */
export const fileAddress = (agentId: string, messageId: string): string =>
  API + fillPath(webchatMediaPath, { agentId, messageId })

/** Returns the URL of the event stream that begins after message `afterSeq`. */
export const streamAddress = (agentId: string, afterSeq: number): string =>
  `${API}${fillPath(webchatStreamPath, { agentId })}?afterSeq=${afterSeq}`
