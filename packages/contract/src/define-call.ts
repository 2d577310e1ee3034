import * as z from 'zod/mini'

/** Verbs that the contract uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodMiniType

/** One HTTP call of the contract: the server registers it, the client parses the answer with it, OpenAPI is made from it. */
export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Unique, camelCase: also the OpenAPI operation id. */
  readonly name: string
  readonly method: Method
  /** Below the API base, parameters as `:name`. */
  readonly path: string
  /** One Portuguese sentence for the API's page. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly answer: Answer
  /** 'file': the answer is the file itself, by an address that a page opens or links to. JSON when absent. */
  readonly produces?: 'file'
}

const nothing = z.strictObject({})
const noBody = z.undefined()

interface CallInput<P extends Schema, Q extends Schema, B extends Schema, A extends Schema> {
  name: string
  method: Method
  path: string
  summary: string
  params?: P
  query?: Q
  body?: B
  answer: A
  produces?: 'file'
}

/** Declares a call, and leaves out what it does not have; who may make it stands in `rules/who-may.ts`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineCall<
  A extends Schema,
  P extends Schema = typeof nothing,
  Q extends Schema = typeof nothing,
  B extends Schema = typeof noBody,
>(input: CallInput<P, Q, B, A>): Call<P, Q, B, A> {
  return {
    ...input,
    params: input.params ?? (nothing as Schema as P),
    query: input.query ?? (nothing as Schema as Q),
    body: input.body ?? (noBody as Schema as B),
  }
}

export type ParamsOf<C extends Call> = z.input<C['params']>
export type BodyOf<C extends Call> = z.input<C['body']>
export type AnswerOf<C extends Call> = z.output<C['answer']>
