import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { HTTP_HEADERS } from '@prosa/contract/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { errors } from '../errors.ts'
import { REQUEST_ID_HEADER } from '../logging/request-log.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const HSTS_MAX_AGE_SECONDS = 63_072_000

/** Whether the API accepts an Origin header: the server's own origin, or one listed in CORS_ORIGINS. */
export function isAllowedOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  if (config.corsOrigins.includes(origin)) return true
  if (config.publicUrl) return origin === new URL(config.publicUrl).origin
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Registers security headers, cookies, CORS, and protection against cross-site request forgery. */
export async function registerSecurity(app: FastifyInstance, config: Config): Promise<void> {
  const https = config.publicUrl?.startsWith('https://') ?? false
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: https ? { maxAge: HSTS_MAX_AGE_SECONDS, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-site' },
    frameguard: { action: 'deny' },
  })
  await app.register(cookie)
  await app.register(cors, {
    delegator: (request, callback) => {
      const { origin, host } = request.headers
      callback(null, {
        origin: origin !== undefined && isAllowedOrigin(origin, host, config),
        credentials: true,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: [
          'content-type',
          'authorization',
          HTTP_HEADERS.requestTime,
          HTTP_HEADERS.timezone,
          HTTP_HEADERS.idempotencyKey,
          HTTP_HEADERS.proof,
          HTTP_HEADERS.keepSignedIn,
          REQUEST_ID_HEADER,
        ],
        exposedHeaders: ['date', 'retry-after', HTTP_HEADERS.challenge, REQUEST_ID_HEADER],
        maxAge: 600,
      })
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self)')
    if (isApiRequest(request)) reply.header('cache-control', 'no-store')
    rejectForeignRequest(request, config)
  })
}

/** Whether a request is for the API; true if no route matches. Checks the matched route, because a URL can be written in many ways. */
export const isApiRequest = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api') ?? true

/**
 * Rejects write requests from other sites (CSRF).
 * @throws 403 if the origin is not allowed, or a session cookie is sent without the header that only our client sets
 */
function rejectForeignRequest(request: FastifyRequest, config: Config): void {
  if (!isApiRequest(request)) return
  if (SAFE_METHODS.has(request.method)) return rejectForeignRead(request, config)
  const { origin, host, cookie: cookies } = request.headers
  if (origin !== undefined && !isAllowedOrigin(origin, host, config)) throw errors.originNotAllowed()
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' && (origin === undefined || !config.corsOrigins.includes(origin))) throw errors.originNotAllowed()
  if (cookies && /prosa_(access|refresh)=/.test(cookies) && !request.headers[HTTP_HEADERS.requestTime])
    throw errors.originNotAllowed()
}

/**
 * Rejects background GET requests from pages of other sites, which would use up the rate limit of the visitor's IP address. Allows links to
 * the product. With CORS_ORIGINS, allows all requests, because a panel on another origin loads images without an Origin header.
 * @throws 403
 */
function rejectForeignRead({ headers }: FastifyRequest, { corsOrigins }: Pick<Config, 'corsOrigins'>): void {
  const isInBackground = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
  if (isInBackground && corsOrigins.length === 0) throw errors.originNotAllowed()
}
