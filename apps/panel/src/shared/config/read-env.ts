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

function trimTrailingSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}

/**
 * Parses the panel's configuration from environment variables.
 * @throws an error with the names of the missing or invalid variables, so that a wrong build never starts
 */
export function readEnv(source: Record<string, unknown>) {
  const text = (name: EnvName) => {
    const value = source[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const unusable = REQUIRED_VARIABLES.filter((name) =>
    MILLISECOND_VARIABLES.has(name) ? !/^\d+$/.test(text(name)) : text(name) === '',
  )
  if (unusable.length > 0) {
    const said = unusable.length > 1 ? 'Missing required environment variables' : 'Missing env variable'
    throw new Error(`${said}: ${unusable.join(', ')}`)
  }
  return {
    apiBaseUrl: trimTrailingSlashes(text('VITE_API_BASE_URL')),
    appName: text('VITE_APP_NAME'),
    appVersion: text('VITE_APP_VERSION'),
    apiTimeoutMs: Number(text('VITE_API_TIMEOUT')),
    tokenRefreshBufferMs: Number(text('VITE_TOKEN_REFRESH_BUFFER')),
    sessionTimeoutMs: Number(text('VITE_SESSION_TIMEOUT')),
    websocketUrl: text('VITE_WEBSOCKET_URL'),
    /** Whether the Idempotency-Key header is sent to an API server on another origin, whose CORS rules must allow it (gap G44). */
    sendsIdempotencyKeyAcrossOrigins: source.VITE_IDEMPOTENCY_KEY_CROSS_ORIGIN === 'true',
  }
}
