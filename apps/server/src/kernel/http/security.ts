import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { HEADERS } from '@prosa/contract/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { errors } from '../errors.ts'
import { REQUEST_ID } from './request-log.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const TWO_YEARS = 63_072_000

/** Whether a browser's Origin may use the API: the server's own, or one listed in CORS_ORIGINS. */
export function isAllowedOrigin(
  origin: string,
  host: string | undefined,
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): boolean {
  if (config.corsOrigins.includes(origin)) return true
  if (config.publicUrl) return origin === new URL(config.publicUrl).origin
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
}

/** Registers security headers, cookies, CORS for listed origins, and the rejection of changes that another site may have requested. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
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
    hsts: https ? { maxAge: TWO_YEARS, includeSubDomains: true } : false,
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
          HEADERS.requestTime,
          HEADERS.timezone,
          HEADERS.idempotencyKey,
          HEADERS.proof,
          HEADERS.keepSignedIn,
          REQUEST_ID,
        ],
        exposedHeaders: ['date', 'retry-after', HEADERS.challenge, REQUEST_ID],
        maxAge: 600,
      })
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(self), microphone=(self), geolocation=(self)')
    if (isApi(request)) reply.header('cache-control', 'no-store')
    refuseForeign(request, config)
  })
}

/** Whether a request is for the API. Decided by the matched route, because a URL can be written in many ways; true if no route matches. */
export const isApi = (request: FastifyRequest): boolean => request.routeOptions.url?.startsWith('/api') ?? true

/**
 * Rejects changes requested by another site. @throws 403 if the origin is foreign, or our cookie is sent without the header that only our
 * client sets
 */
function refuseForeign(request: FastifyRequest, config: Config): void {
  if (!isApi(request)) return
  if (SAFE.has(request.method)) return refuseForeignReading(request, config)
  const { origin, host, cookie: cookies } = request.headers
  if (origin !== undefined && !isAllowedOrigin(origin, host, config)) throw errors.foreignOrigin()
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' && (origin === undefined || !config.corsOrigins.includes(origin))) throw errors.foreignOrigin()
  if (cookies && /prosa_(access|refresh)=/.test(cookies) && !request.headers[HEADERS.requestTime]) throw errors.foreignOrigin()
}

/**
 * Rejects background GET requests of other sites' pages. Such a page cannot read the responses, but the requests would count against the
 * limit of the visitor's IP address, and one page open in an office could prevent sign-ins there. Links to the product are allowed. With
 * CORS_ORIGINS, all requests are allowed, because a panel on another origin loads pictures without an Origin header.
 * @throws 403
 */
function refuseForeignReading({ headers }: FastifyRequest, { corsOrigins }: Pick<Config, 'corsOrigins'>): void {
  const isInBackground = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate'
  if (isInBackground && corsOrigins.length === 0) throw errors.foreignOrigin()
}
