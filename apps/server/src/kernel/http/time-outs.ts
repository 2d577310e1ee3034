/**
 * How long a client may take to say what it wants, in milliseconds: its headers, and all of its request. What says nothing at all is held
 * to the first. Answers, event streams and sockets may take as long as they like.
 */
export const TIME_OUTS = {
  requestTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} as const

/** How long a socket may stand without saying who it is, in milliseconds. */
export const SOCKET_CONNECT_MS = 10_000
