import { allCalls } from '@prosa/contract/calls/all'
import type { Call, CallBody, CallParams } from '@prosa/contract/define-call'
import { errorResponse } from '@prosa/contract/responses'
import { vi } from 'vitest'
import type * as z from 'zod/mini'

/** Request as the fake server received it. */
export interface ReceivedRequest<C extends Call = Call> {
  name: string
  url: URL
  headers: Headers
  params: CallParams<C>
  query: Record<string, string>
  body: CallBody<C>
}

/** Response of a handler, in which `success` may be any boolean. The fake server checks the value later, when it parses the response. */
type WithLooseSuccess<T> = T extends { success?: true } ? Omit<T, 'success'> & { success: boolean } : T
type HandlerResponse<C extends Call> = WithLooseSuccess<z.input<C['answer']>>
type RequestHandler<C extends Call> = (
  request: ReceivedRequest<C>,
) => HandlerResponse<C> | Response | Promise<HandlerResponse<C> | Response>

const createJsonResponse = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', date: new Date().toUTCString() } })

/** Creates an error response in the contract's shape. */
export const createErrorResponse = (
  status: number,
  code: string,
  rest: { message?: string; fieldErrors?: Record<string, string> } = {},
): Response =>
  createJsonResponse(
    status,
    errorResponse.parse({
      success: false,
      message: rest.message ?? code,
      error: code,
      code,
      timestamp: new Date().toISOString(),
      ...rest,
    }),
  )

/** Creates a response that does not follow the contract, such as one from a proxy. */
export const createRawResponse = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

function matchPath(path: string, pathname: string): Record<string, string> | null {
  const [patternParts, actualParts] = [path.split('/'), pathname.split('/')]
  if (patternParts.length !== actualParts.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of patternParts.entries()) {
    const value = decodeURIComponent(actualParts[index] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

/**
 * Creates a fake server that replaces `fetch`. The panel's real API client sends its requests to it. Every response must match the
 * contract, and a request without a handler fails the test.
 */
export function createFakeProvider(base = '/api') {
  const handlers = new Map<string, RequestHandler<Call>>()
  const received: ReceivedRequest[] = []
  const problems: string[] = []

  const fail = (problem: string): never => {
    problems.push(problem)
    throw new TypeError(problem)
  }

  async function handleRequest(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    const method = init.method ?? 'GET'
    const path = url.pathname.slice(base.length)
    const match = allCalls
      .filter((def) => def.method === method && url.pathname.startsWith(base))
      .map((def) => ({ def, params: matchPath(def.path, path) }))
      .filter(({ params }) => params !== null)
      .toSorted((a, b) => a.def.path.split(':').length - b.def.path.split(':').length)[0]
    if (!match) return fail(`no call of the contract is ${method} ${url.pathname}`)
    const handler = handlers.get(match.def.name)
    if (!handler) return fail(`unhandled request: ${method} ${url.pathname}${url.search}`)

    const query = Object.fromEntries(url.searchParams)
    const parsedQuery = match.def.query.safeParse(query)
    if (!parsedQuery.success) return fail(`${match.def.name} was asked with ${url.search}: ${parsedQuery.error.message}`)
    const sent = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const request = {
      name: match.def.name,
      url,
      headers: new Headers(init.headers),
      params: match.params,
      query,
      body: sent,
    } as ReceivedRequest
    received.push(request)

    const response = await handler(request)
    if (init.signal?.aborted) throw new DOMException('The call was given up', 'AbortError')
    if (response instanceof Response) return response
    const parsedResponse = match.def.answer.safeParse(response)
    return parsedResponse.success
      ? createJsonResponse(200, response)
      : fail(`${match.def.name} answered outside the contract: ${parsedResponse.error.message}`)
  }

  vi.stubGlobal('fetch', handleRequest)

  const provider = {
    /** Sets the handler of an API endpoint and replaces an earlier one. */
    on<C extends Call>(def: C, handler: RequestHandler<C>) {
      handlers.set(def.name, handler)
      return provider
    },
    /** Returns the requests that an API endpoint received, oldest first. */
    requests<C extends Call>(def: C): ReceivedRequest<C>[] {
      return received.filter(({ name }) => name === def.name)
    },
    /**
     * Errors that the fake server recorded: requests without a handler, and responses that do not match the contract. A test must end
     * without errors.
     */
    problems,
  }
  activeProviders.add(provider)
  return provider
}

export type FakeProvider = ReturnType<typeof createFakeProvider>

const activeProviders = new Set<{ problems: string[] }>()

/** Fails the test if a fake server has recorded problems, even if the panel handled them as network errors. Called after each test. */
export function assertNoProviderProblems(): void {
  const problems = [...activeProviders].flatMap((provider) => provider.problems)
  activeProviders.clear()
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
