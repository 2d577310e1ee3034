import type { Refusal } from '../../kernel/whatsapp.ts'
import { errorAnswer } from './wire.ts'

export type Answer = { kind: 'answered'; body: unknown } | Refusal | { kind: 'unreachable' } | { kind: 'unknown' }

/** The connection was never made, so the request cannot have been carried out. */
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
const TOO_MANY = 429
/** Meta's code for too many calls, for an answer that says so without a body. */
const THROTTLED = 80_007

const causeOf = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

/**
 * One call of the Graph API. Whatever is not plainly a yes, a no, or a connection that never was, is unknown: a time-out, a reset,
 * a gateway's page instead of an answer.
 */
export async function request(
  url: string,
  { token, timeoutMs, body }: { token: string; timeoutMs: number; body?: unknown },
): Promise<Answer> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    text = await response.text()
  } catch (error) {
    return { kind: NEVER_LEFT.has(causeOf(error)) ? 'unreachable' : 'unknown' }
  }
  const parsed = parseJson(text)
  if (response.ok) return parsed === undefined ? { kind: 'unknown' } : { kind: 'answered', body: parsed }
  const refusal = errorAnswer.safeParse(parsed).data
  if (refusal) {
    const { code, message, error_data } = refusal.error
    return { kind: 'refused', code, message: error_data?.details ?? message ?? '' }
  }
  if (response.status === TOO_MANY) return { kind: 'refused', code: THROTTLED, message: '' }
  return response.status >= 500 ? { kind: 'unknown' } : { kind: 'refused', code: null, message: '' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
