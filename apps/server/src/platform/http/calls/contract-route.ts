import type { Call } from '@prosa/contract/define-call'
import { hasPermission } from '@prosa/contract/roles'
import { CALLS_REQUIRING_CONFIRMATION } from '@prosa/contract/rules/accounts/confirmation'
import { SECOND_STEP_SETUP_CALLS } from '@prosa/contract/rules/accounts/second-step'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Identity, requireRecentConfirmation, requireSession } from '../../access/identity.ts'
import { isUuid } from '../../database/database.ts'
import { errors } from '../../errors.ts'
import { buildErrorResponses } from './error-statuses.ts'
import { IDEMPOTENCY_KEY_SCHEMA, type IdempotencyKey, parseIdempotencyKey } from './idempotency-key.ts'
import { parseRequestPart } from './parse-request-part.ts'

/** Input of an endpoint's handler: the parsed parts of the request and the signed-in user. */
export interface HandlerInput<C extends Call> {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
  /** The signed-in user. Public endpoints use `request.identity` instead. @throws 401 if no user is signed in */
  readonly identity: Identity
  /** Idempotency key of the request; null if there is none or the endpoint accepts none. @throws 400 if the key is invalid */
  readonly idempotencyKey: IdempotencyKey | null
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the response body `{success, data}`. */
export const ok = <T>(data: T) => ({ success: true as const, data })

/** Returns the response body `{success, message?}`. */
export const okWithoutData = (message?: string) => ({ success: true as const, ...(message ? { message } : {}) })

/** Input of `checkBeforeBody`: a request whose body has not been read yet. */
export type RequestBeforeBody<C extends Call> = Omit<HandlerInput<C>, 'body' | 'query' | 'idempotencyKey'>

export interface RouteOptions<C extends Call> {
  /** Maximum size of the request body in bytes; by default the limit in `BODY_LIMITS_BYTES`. */
  bodyLimit?: number
  config?: Pick<FastifyContextConfig, 'arrivalTimeoutMs' | 'isStreamed'>
  /** Verifies ownership and limits before the request body is read, but after the session and permissions were checked. */
  checkBeforeBody?: (request: RequestBeforeBody<C>) => Promise<void>
}

/** Maximum bytes of a JSON body: for endpoints without a body, for public endpoints, and for endpoints that need a session. */
const BODY_LIMITS_BYTES = { none: 1_024, public: 8 * 1_024, user: 64 * 1_024 } as const

/** Matches names of path parameters that contain our own ids, which must be UUIDs. Excludes Meta's ids of accounts and templates. */
const ID_PARAM = /^(id|(?!waba|template)[a-z]+Id)$/

/** OpenAPI description of a response that is a file. */
const FILE_RESPONSE = {
  description: 'O arquivo.',
  content: { 'application/octet-stream': { schema: z.string().register(z.globalRegistry, { format: 'binary' }) } },
}

/**
 * Registers an endpoint of the API contract. `call` defines input and response; rules/organisation/access-rules.ts defines who may use the
 * endpoint.
 */
export function registerRoute<C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: (input: HandlerInput<C>) => Promise<z.input<C['answer']>>,
  { checkBeforeBody, ...options }: RouteOptions<C> = {},
): void {
  const access = getCallAccess(call)
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE' && !isEmptySchema(call.body)
  const defaultLimit = access.kind === 'public' ? BODY_LIMITS_BYTES.public : BODY_LIMITS_BYTES.user
  const parseParams = (request: FastifyRequest) => parseRequestPart<C['params']>(call.params, 'params', request.params)
  app.route<{ Params: Record<string, string> }>({
    method: call.method,
    url: call.path,
    bodyLimit: hasBody ? defaultLimit : BODY_LIMITS_BYTES.none,
    ...options,
    schema: {
      operationId: call.name,
      summary: call.summary,
      tags: [call.path.split('/')[1] ?? ''],
      params: call.params,
      querystring: call.query,
      ...(hasBody ? { body: call.body } : {}),
      ...(call.acceptsIdempotencyKey ? IDEMPOTENCY_KEY_SCHEMA : {}),
      response: { 200: call.produces === 'file' ? FILE_RESPONSE : call.answer, ...buildErrorResponses(call) },
      ...(access.kind === 'public' ? { security: [] } : {}),
    },
    onRequest: async (request, reply) => {
      authorizeCall(call, request)
      for (const [name, value] of Object.entries(request.params)) {
        if (ID_PARAM.test(name) && !isUuid(value)) throw errors.notFound()
      }
      await checkBeforeBody?.({
        params: parseParams(request),
        get identity() {
          return requireIdentity(request)
        },
        request,
        reply,
      })
    },
    // The schemas above are only for the API reference. The handler parses requests with typed schemas.
    validatorCompiler: () => () => true,
    handler: async (request, reply) => {
      const params = parseParams(request)
      const body = parseRequestPart<C['body']>(call.body, 'body', hasBody ? request.body : undefined)
      return handler({
        params,
        body,
        query: parseRequestPart<C['query']>(call.query, 'querystring', request.query),
        get identity() {
          return requireIdentity(request)
        },
        // The hash does not include the path, which contains the conversation's id and changes when conversations are merged.
        get idempotencyKey() {
          if (!call.acceptsIdempotencyKey) return null
          const user = access.kind === 'public' ? null : requireIdentity(request).userId
          return parseIdempotencyKey(request, { call: call.name, user, body })
        },
        request,
        reply,
      })
    },
  })
}

function requireIdentity({ identity, identityError }: FastifyRequest): Identity {
  if (!identity) throw identityError ?? errors.tokenInvalid()
  return identity
}

function authorizeCall(call: Call, request: FastifyRequest): void {
  const access = getCallAccess(call)
  if (access.kind === 'public') return
  const identity = requireSession(request, SECOND_STEP_SETUP_CALLS.has(call.name))
  const isAllowed =
    access.kind === 'session' ||
    (access.kind === 'roles' ? access.roles.some((role) => role === identity.role) : hasPermission(identity, access.permission))
  if (!isAllowed) throw errors.permissionDenied()
  if (CALLS_REQUIRING_CONFIRMATION[call.name] === 'always') requireRecentConfirmation(identity)
}

const isEmptySchema = (schema: Call['body']): boolean => schema._zod.def.type === 'undefined'
