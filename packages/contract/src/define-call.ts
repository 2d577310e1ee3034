import * as z from 'zod/mini'

/** HTTP methods that the contract uses. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/**
 * One HTTP call of the contract. The server registers it as a route, the client parses its response with it, and OpenAPI is generated from
 * it.
 */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Unique camelCase name, also the OpenAPI operation id. */
  readonly name: string
  readonly method: HttpMethod
  /** Path relative to the API base, with parameters as `:name`. */
  readonly path: string
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** 'file' if the response is a file, whose URL a page opens or links to. Absent for JSON. */
  readonly produces?: 'file'
  /** Whether the call accepts an `Idempotency-Key`: the same request under the same key is carried out once, another one is refused with 409. */
  readonly takesKey?: true
}

const noFields = z.strictObject({})
const noBody = z.undefined()

interface CallInput<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> {
  name: string
  method: HttpMethod
  path: string
  summary: string
  params?: P
  query?: Q
  body?: B
  answer: A
  produces?: 'file'
  takesKey?: true
}

/**
 * Defines a call. Omitted schemas accept nothing: no parameters, no query and no body. `rules/organisation/access-rules.ts` defines who may make the call.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<
  A extends Schema,
  P extends Schema = typeof noFields,
  Q extends Schema = typeof noFields,
  B extends Schema = typeof noBody,
>(input: CallInput<P, Q, B, A>): Call<P, Q, B, A> {
  return {
    ...input,
    params: input.params ?? (noFields as Schema as P),
    query: input.query ?? (noFields as Schema as Q),
    body: input.body ?? (noBody as Schema as B),
  }
}

export type CallParams<C extends Call> = z.input<C['params']>
export type CallBody<C extends Call> = z.input<C['body']>
export type CallResponse<C extends Call> = z.output<C['answer']>
