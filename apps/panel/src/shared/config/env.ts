import * as z from 'zod/mini'

const milliseconds = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform((text) => Number(text)),
)
const text = z.string().check(z.minLength(1))

const schema = z.object({
  VITE_API_BASE_URL: text,
  VITE_APP_NAME: text,
  VITE_APP_VERSION: text,
  VITE_API_TIMEOUT: milliseconds,
  VITE_TOKEN_REFRESH_BUFFER: milliseconds,
  VITE_SESSION_TIMEOUT: milliseconds,
  VITE_WEBSOCKET_URL: text,
})

/** The panel's configuration; throws, naming what is missing or unusable, so that a wrong build never starts. */
export function readEnv(source: Record<string, unknown>) {
  const parsed = schema.safeParse(source)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const several = names.length > 1
    throw new Error(`${several ? 'Missing required environment variables' : 'Missing env variable'}: ${names.join(', ')}`)
  }
  const env = parsed.data
  return {
    apiBaseUrl: env.VITE_API_BASE_URL.replace(/\/+$/, ''),
    appName: env.VITE_APP_NAME,
    appVersion: env.VITE_APP_VERSION,
    apiTimeoutMs: env.VITE_API_TIMEOUT,
    tokenRefreshBufferMs: env.VITE_TOKEN_REFRESH_BUFFER,
    sessionTimeoutMs: env.VITE_SESSION_TIMEOUT,
    websocketUrl: env.VITE_WEBSOCKET_URL,
    /** The Idempotency-Key header towards a provider on another origin, which must allow it in its CORS answer (gap G44). */
    sendsIdempotencyKeyAcrossOrigins: source.VITE_IDEMPOTENCY_KEY_CROSS_ORIGIN === 'true',
  }
}

export const env = readEnv(import.meta.env)
