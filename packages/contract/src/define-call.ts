import * as z from 'zod/mini'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/**
 * Definition of one API endpoint. The server's routes, the client's validation of requests and responses, and the OpenAPI document are
 * derived from it.
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
  /** Path relative to the API's base path, with parameters written as `:name`. */
  readonly path: string
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** 'file' if the response is a file, which pages open or link to by URL. Absent if the response is JSON. */
  readonly produces?: 'file'
  /**
   * Whether the endpoint accepts the header `Idempotency-Key`. A repeated request with the same key takes effect only once; a different
   * request with that key is rejected with 409.
   */
  readonly acceptsIdempotencyKey?: true
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
  acceptsIdempotencyKey?: true
}

/**
 * Defines an API endpoint. Omitted schemas for `params`, `query` and `body` accept no values. `rules/organisation/access-rules.ts` defines
 * who may request the endpoint.
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
