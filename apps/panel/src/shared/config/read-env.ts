const REQUIRED_VARIABLES = [
  'VITE_API_BASE_URL',
  'VITE_APP_NAME',
  'VITE_APP_VERSION',
  'VITE_API_TIMEOUT',
  'VITE_TOKEN_REFRESH_BUFFER',
  'VITE_SESSION_TIMEOUT',
  'VITE_WEBSOCKET_URL',
] as const
type EnvName = (typeof REQUIRED_VARIABLES)[number]

const MILLISECOND_VARIABLES: ReadonlySet<string> = new Set<EnvName>([
  'VITE_API_TIMEOUT',
  'VITE_TOKEN_REFRESH_BUFFER',
  'VITE_SESSION_TIMEOUT',
])

function trimTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/**
 * Parses the panel's configuration from environment variables.
 * @throws an error with the names of the missing or invalid variables, so that a wrong build never starts
 */
export function readEnv(source: Record<string, unknown>) {
  const getText = (name: EnvName) => {
    const value = source[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const invalidNames = REQUIRED_VARIABLES.filter((name) =>
    MILLISECOND_VARIABLES.has(name) ? !/^\d+$/.test(getText(name)) : getText(name) === '',
  )
  if (invalidNames.length > 0) {
    const errorPrefix = invalidNames.length > 1 ? 'Missing required environment variables' : 'Missing env variable'
    throw new Error(`${errorPrefix}: ${invalidNames.join(', ')}`)
  }
  return {
    apiBaseUrl: trimTrailingSlashes(getText('VITE_API_BASE_URL')),
    appName: getText('VITE_APP_NAME'),
    appVersion: getText('VITE_APP_VERSION'),
    apiTimeoutMs: Number(getText('VITE_API_TIMEOUT')),
    tokenRefreshBufferMs: Number(getText('VITE_TOKEN_REFRESH_BUFFER')),
    sessionTimeoutMs: Number(getText('VITE_SESSION_TIMEOUT')),
    websocketUrl: getText('VITE_WEBSOCKET_URL'),
    /** Whether the Idempotency-Key header is sent to an API server on another origin, whose CORS rules must allow it (gap G44). */
    sendsIdempotencyKeyAcrossOrigins: source.VITE_IDEMPOTENCY_KEY_CROSS_ORIGIN === 'true',
  }
}
