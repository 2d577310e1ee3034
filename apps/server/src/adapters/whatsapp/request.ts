import { readJson } from '../../kernel/json.ts'
import type { Asked, Refusal } from '../../kernel/whatsapp.ts'
import { withDeadline } from '../../kernel/with-deadline.ts'
import { errorAnswer } from './wire.ts'

export type Answer = { kind: 'answered'; body: unknown } | Refusal | { kind: 'unreachable' } | { kind: 'unknown' }

/** Error codes of a connection that was never made, so that the request cannot have been carried out. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])
const JSON_TYPE = { 'content-type': 'application/json' }
const TOO_MANY = 429
/** Meta's code for too many calls, used for a 429 without a body. */
const THROTTLED = 80_007

const causeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

/** Returns true for bodies that fetch sends unchanged with their own content type. */
const isWhole = (body: unknown): body is FormData | URLSearchParams | Blob =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob

interface Asking {
  token: string | null
  timeoutMs: number
  body?: unknown
  /** Method, if it is not POST with a body or GET without one. */
  method?: 'POST' | 'DELETE'
  headers?: Record<string, string>
}

/**
 * Makes one call of the Graph API; without a token, an unauthenticated one. Anything but a clear success, a clear refusal or a failed
 * connection is `unknown`: a timeout, a reset, or a gateway's error page.
 */
export async function request(url: string, { token, timeoutMs, body, method, headers = {} }: Asking): Promise<Answer> {
  let response: Response
  let text: string
  try {
    ;[response, text] = await withDeadline(timeoutMs, async (signal) => {
      const answer = await fetch(url, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isWhole(body) ? {} : JSON_TYPE),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isWhole(body) ? body : JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
      return [answer, await answer.text()] as const
    })
  } catch (error) {
    return { kind: NEVER_LEFT.has(causeOf(error)) ? 'unreachable' : 'unknown' }
  }
  const parsed = readJson(text)
  if (response.ok) return parsed === undefined ? { kind: 'unknown' } : { kind: 'answered', body: parsed }
  const refusal = errorAnswer.safeParse(parsed).data
  if (refusal) {
    const { code, message, error_data, error_subcode: subcode, error_user_msg: forPeople } = refusal.error
    return {
      kind: 'refused',
      code,
      message: error_data?.details ?? message ?? '',
      ...(subcode ? { subcode } : {}),
      ...(forPeople ? { forPeople } : {}),
    }
  }
  if (response.status === TOO_MANY) return { kind: 'refused', code: THROTTLED, message: '' }
  return response.status >= 500 ? { kind: 'unknown' } : { kind: 'refused', code: null, message: '' }
}

/** Meta's codes for temporary failures, which do not depend on the request. */
const PASSING: ReadonlySet<number | null> = new Set([2, 4, THROTTLED, 131_000, 131_016, 131_057, 133_004])

/** Converts the answer to a query. A query may be repeated, so a lost answer or a temporary failure counts as unreachable. */
export function read<T>(answer: Answer, parse: (body: unknown) => T | undefined): Asked<T> {
  if (answer.kind === 'refused' && !PASSING.has(answer.code)) return answer
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  const value = parse(answer.body)
  return value === undefined ? { kind: 'unreachable' } : { kind: 'answered', value }
}
