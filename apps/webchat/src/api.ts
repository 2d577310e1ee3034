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

/** `offline`: no answer at all; `busy`: try again in a while; `gone`: no such agent; `refused`: this message will never be taken. */
export type Failure = 'offline' | 'busy' | 'gone' | 'refused'

/** `words`: why a file may not go, for the lead. */
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

/** Solves challenges with code that is loaded with the first one. */
export const prover = createProver(async (challenge) => (await import('./solve-challenge.ts')).solveChallenge(challenge))

interface Sent {
  readonly method: string
  readonly body?: BodyInit
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Asks the server, as who this browser is. @throws when nothing answers in time */
export const request = (path: string, { signal, ...init }: Sent): Promise<Response> => {
  const running = new AbortController()
  const abort = () => running.abort()
  // Counts on while the answer's body is read.
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

/** The agent, and what was said after `afterSeq`. */
export const open = (agentId: string, afterSeq: number): Promise<Result<Opened>> =>
  openAt(agentId, afterSeq > 0 ? `?afterSeq=${afterSeq}` : '')

/** What was said just before `beforeSeq`. */
export const openBefore = (agentId: string, beforeSeq: number): Promise<Result<Opened>> =>
  openAt(agentId, `?beforeSeq=${beforeSeq}`)

/** Sends one message, with the file that it carries or the option that it is; the key makes every repetition the same message. */
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

/** Where a message's file lies for this visitor. */
export const fileAddress = (agentId: string, messageId: string): string =>
  API + fillPath(webchatMediaPath, { agentId, messageId })

/** Address of the event stream, from the first message that is not known yet. */
export const streamAddress = (agentId: string, afterSeq: number): string =>
  `${API}${fillPath(webchatStreamPath, { agentId })}?afterSeq=${afterSeq}`
