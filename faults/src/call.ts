import type { AnswerOf, BodyOf, Call, ParamsOf } from '@prosa/contract/define-call'
import { fillPath, HEADERS } from '@prosa/contract/http'

interface Input<C extends Call> {
  params?: ParamsOf<C>
  query?: Record<string, string>
  body?: BodyOf<C>
}

/**
 * Makes a call of the contract as a signed-in user.
 * @throws if it is refused or not answered within 20 s
 */
export async function makeCall<C extends Call>(url: string, token: string, call: C, input: Input<C> = {}): Promise<AnswerOf<C>> {
  const { params, query, body } = input
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const response = await fetch(`${url}/api${fillPath(call.path, params ?? {})}${search}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      [HEADERS.requestTime]: new Date().toISOString(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${call.name} answered ${response.status}: ${text}`)
  return call.answer.parse(JSON.parse(text)) as AnswerOf<C>
}
