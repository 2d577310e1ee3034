import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { createProxyServer } from 'httpxy'

const COOKIE = 'prosa_process'
const PROCESS_COOKIE_PATTERN = new RegExp(`(?:^|; )${COOKIE}=(\\d+)`)
const PROBE_MS = 500
const SOCKET_IO_PATH = '/socket.io'

/**
 * Returns the index of the server process to which a browser's cookie assigns it, or null without a cookie. All Socket.IO polling requests
 * of a browser must reach the same process.
 */
const getAssignedProcess = ({ headers }: IncomingMessage): number | null => {
  const kept = PROCESS_COOKIE_PATTERN.exec(headers.cookie ?? '')?.[1]
  return kept === undefined ? null : Number(kept)
}

/**
 * Creates a load balancer that sends requests to the ready server processes in turn. Only for tests on one machine; use a real reverse
 * proxy in production.
 */
export const createBalancer = (targets: readonly string[]): Server => {
  const ready = new Set<number>()
  const proxy = createProxyServer({ xfwd: true, ws: true })
  let turn = 0

  const probe = () =>
    Promise.all(
      targets.map(async (target, place) => {
        const isReady = await fetch(`${target}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) ready.add(place)
        else ready.delete(place)
      }),
    )

  const pick = (request: IncomingMessage): number | null => {
    const kept = request.url?.startsWith(SOCKET_IO_PATH) ? getAssignedProcess(request) : null
    if (kept !== null && ready.has(kept)) return kept
    const able = [...ready].toSorted((a, b) => a - b)
    return able[turn++ % able.length] ?? null
  }

  const server = createServer((request, response) => {
    const place = pick(request)
    if (place === null) return void response.writeHead(503).end()
    if (request.url?.startsWith(SOCKET_IO_PATH))
      response.setHeader('set-cookie', `${COOKIE}=${place}; Path=${SOCKET_IO_PATH}; HttpOnly; SameSite=Lax`)
    void proxy.web(request, response, { target: targets[place] ?? '' })
  })
  server.on('upgrade', (request, socket, head) => {
    const place = pick(request)
    if (place === null) return void socket.destroy()
    void proxy.ws(request, socket as Parameters<typeof proxy.ws>[1], { target: targets[place] ?? '' }, head)
  })
  proxy.on('error', (_error, _request, answer) => {
    if (answer instanceof ServerResponse && !answer.headersSent) answer.writeHead(502).end()
    else answer?.destroy()
  })

  void probe()
  const probing = setInterval(() => void probe(), PROBE_MS)
  server.on('close', () => clearInterval(probing))
  return server
}
