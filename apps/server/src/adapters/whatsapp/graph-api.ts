import type { MetaQueryResult, MetaRejection } from '../../platform/external-services/whatsapp-api.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import { tryParseJson } from '../../platform/json/json.ts'
import { graphErrorResponse } from './payloads.ts'

export type GraphApiResponse = { kind: 'answered'; body: unknown } | MetaRejection | { kind: 'unreachable' } | { kind: 'unknown' }

/** Node error codes of a connection that was not established, so that Meta did not receive the request. */
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
/** Meta's error code for too many requests, also used for a 429 response without a body. */
const THROTTLED_CODE = 80_007

const getCauseCode = (error: unknown): string => {
  const { cause } = error as { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' ? cause.code : ''
}

/** Whether `fetch` accepts the body as it is and sets its content type. */
const isRawBody = (body: unknown): body is FormData | URLSearchParams | Blob =>
  body instanceof FormData || body instanceof URLSearchParams || body instanceof Blob

interface GraphApiRequest {
  /** Access token; null for a request without authorization. */
  token: string | null
  timeoutMs: number
  body?: unknown
  /** HTTP method. By default POST if there is a body, otherwise GET. */
  method?: 'POST' | 'DELETE'
  headers?: Record<string, string>
}

/**
 * Sends one request to Meta's Graph API and returns its result. Never throws. Returns `unknown` if Meta may have executed the request:
 * after a timeout, a lost connection, or an error page of a gateway.
 */
export async function callGraphApi(
  url: string,
  { token, timeoutMs, body, method, headers = {} }: GraphApiRequest,
): Promise<GraphApiResponse> {
  let response: Response
  let text: string
  try {
    ;[response, text] = await withDeadline(timeoutMs, async (signal) => {
      const response = await fetch(url, {
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
      return [response, await response.text()] as const
    })
  } catch (error) {
    return { kind: CONNECTION_ERROR_CODES.has(getCauseCode(error)) ? 'unreachable' : 'unknown' }
  }
  const parsed = tryParseJson(text)
  if (response.ok) return parsed === undefined ? { kind: 'unknown' } : { kind: 'answered', body: parsed }
  const errorResponse = graphErrorResponse.safeParse(parsed).data
  if (errorResponse) {
    const { code, message, error_data, error_subcode: subcode, error_user_msg: userMessage } = errorResponse.error
    return {
      kind: 'refused',
      code,
      message: error_data?.details ?? message ?? '',
      ...(subcode ? { subcode } : {}),
      ...(userMessage ? { userMessage } : {}),
    }
  }
  if (response.status === TOO_MANY_REQUESTS) return { kind: 'refused', code: THROTTLED_CODE, message: '' }
  return response.status >= 500 ? { kind: 'unknown' } : { kind: 'refused', code: null, message: '' }
}

/** Meta's error codes for temporary failures, for which the request is not to blame. */
const TEMPORARY_ERROR_CODES: ReadonlySet<number | null> = new Set([2, 4, THROTTLED_CODE, 131_000, 131_016, 131_057, 133_004])

/**
 * Converts the response to a request that is safe to repeat. Returns `unreachable` for a lost response, a temporary failure, or an unknown
 * format (`parse` returned undefined).
 */
export function parseQueryResult<T>(response: GraphApiResponse, parse: (body: unknown) => T | undefined): MetaQueryResult<T> {
  if (response.kind === 'refused' && !TEMPORARY_ERROR_CODES.has(response.code)) return response
  if (response.kind !== 'answered') return { kind: 'unreachable' }
  const value = parse(response.body)
  return value === undefined ? { kind: 'unreachable' } : { kind: 'answered', value }
}
