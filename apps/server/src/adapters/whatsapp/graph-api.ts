import type { MetaQueryResult, MetaRejection } from '../../platform/external-services/whatsapp-api.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import { tryParseJson } from '../../platform/json/json.ts'
import { graphErrorResponse } from './payloads.ts'

export type GraphApiResponse = { kind: 'answered'; body: unknown } | MetaRejection | { kind: 'unreachable' } | { kind: 'unknown' }

/** Error codes of a connection that was never made, so that the request cannot have been carried out. */
const CONNECTION_ERROR_CODES = new Set([
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
const JSON_HEADERS = { 'content-type': 'application/json' }
const TOO_MANY_REQUESTS = 429
/** Meta's code for too many calls, used for a 429 without a body. */
const THROTTLED_CODE = 80_007

const getCauseCode = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

/** Returns true for bodies that fetch sends unchanged with their own content type. */
const isRawBody = (body: unknown): body is FormData | URLSearchParams | Blob =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob

interface GraphApiRequest {
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
export async function callGraphApi(
  url: string,
  { token, timeoutMs, body, method, headers = {} }: GraphApiRequest,
): Promise<GraphApiResponse> {
  let response: Response
  let text: string
  try {
    ;[response, text] = await withDeadline(timeoutMs, async (signal) => {
      const answer = await fetch(url, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isRawBody(body) ? {} : JSON_HEADERS),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRawBody(body) ? body : JSON.stringify(body) }),
        redirect: 'error',
        signal,
      })
      return [answer, await answer.text()] as const
    })
  } catch (error) {
    return { kind: CONNECTION_ERROR_CODES.has(getCauseCode(error)) ? 'unreachable' : 'unknown' }
  }
  const parsed = tryParseJson(text)
  if (response.ok) return parsed === undefined ? { kind: 'unknown' } : { kind: 'answered', body: parsed }
  const refusal = graphErrorResponse.safeParse(parsed).data
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
  if (response.status === TOO_MANY_REQUESTS) return { kind: 'refused', code: THROTTLED_CODE, message: '' }
  return response.status >= 500 ? { kind: 'unknown' } : { kind: 'refused', code: null, message: '' }
}

/** Meta's codes for temporary failures, which do not depend on the request. */
const TEMPORARY_ERROR_CODES: ReadonlySet<number | null> = new Set([2, 4, THROTTLED_CODE, 131_000, 131_016, 131_057, 133_004])

/** Converts the answer to a query. A query may be repeated, so a lost answer or a temporary failure counts as unreachable. */
export function parseQueryResult<T>(answer: GraphApiResponse, parse: (body: unknown) => T | undefined): MetaQueryResult<T> {
  if (answer.kind === 'refused' && !TEMPORARY_ERROR_CODES.has(answer.code)) return answer
  if (answer.kind !== 'answered') return { kind: 'unreachable' }
  const value = parse(answer.body)
  return value === undefined ? { kind: 'unreachable' } : { kind: 'answered', value }
}
