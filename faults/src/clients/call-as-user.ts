import type { Call, CallBody, CallParams, CallResponse } from '@prosa/contract/define-call'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'

interface CallInput<C extends Call> {
  params?: CallParams<C>
  query?: Record<string, string>
  body?: CallBody<C>
}

/**
 * Makes a call of the contract as a signed-in user.
 * @throws if it is refused or not answered within 20 s
 */
export async function callAsUser<C extends Call>(
  url: string,
  token: string,
  call: C,
  input: CallInput<C> = {},
): Promise<CallResponse<C>> {
  const { params, query, body } = input
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const response = await fetch(`${url}/api${buildPath(call.path, params ?? {})}${search}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      [HTTP_HEADERS.requestTime]: new Date().toISOString(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${call.name} answered ${response.status}: ${text}`)
  return call.answer.parse(JSON.parse(text)) as CallResponse<C>
}
