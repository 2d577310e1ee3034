import type { Call } from '@prosa/contract/define-call'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'

export interface CallRequest {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  token?: string
  address?: string
  key?: string
}

/**
 * Makes a call and accepts any answer.
 * @returns the HTTP status, or null without an answer within 30 s
 */
export const requestStatus = async (
  url: string,
  call: Call,
  { params, query, body, token, address, key }: CallRequest,
): Promise<number | null> => {
  try {
    const response = await fetch(`${url}/api${buildPath(call.path, params ?? {})}?${new URLSearchParams(query)}`, {
      method: call.method,
      headers: {
        [HTTP_HEADERS.requestTime]: new Date().toISOString(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(address ? { 'x-forwarded-for': address } : {}),
        ...(key ? { [HTTP_HEADERS.idempotencyKey]: key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}
