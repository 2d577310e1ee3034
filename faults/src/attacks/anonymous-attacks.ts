import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { allCalls } from '@prosa/contract/calls/all'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import { sendLoopbackRequest } from '../clients/loopback-request.ts'
import { sendVisitorMessage } from '../clients/visitor-message.ts'

interface AnonymousTarget {
  readonly url: string
  readonly agentId: string
}

/** Number of connections with request bodies that never end, and of sockets without authentication. */
const UNFINISHED_BODY_COUNT = 60
const UNAUTHENTICATED_SOCKET_COUNT = 150
/**
 * Number of addresses of new visitors: with five new visitors per minute each, they exceed the number that an agent accepts without a proof
 * of work.
 */
const ADDRESS_COUNT = 60
const BODY_BYTES = 4 * 1024 * 1024
const BYTE_INTERVAL_MS = 250
/** Milliseconds before a closed connection is opened again. */
const PAUSE_MS = 100

const getHost = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

/** Opens a connection, sends a request with the headers `head`, and then repeats `bytes` until the connection is closed. */
async function sendWithoutEnd(
  url: string,
  localAddress: string,
  { head, bytes }: { readonly head: string; readonly bytes?: Buffer },
  over: AbortSignal,
): Promise<void> {
  const socket = connect({ ...getHost(url), localAddress })
  socket.on('error', () => {}).resume()
  const end = () => socket.destroy()
  over.addEventListener('abort', end, { once: true })
  socket.write(`${head}\r\nHost: ${new URL(url).host}\r\n\r\n`)
  const timer = setInterval(() => bytes && socket.write(bytes), BYTE_INTERVAL_MS)
  if (!socket.destroyed) await once(socket, 'close').catch(() => {})
  clearInterval(timer)
  over.removeEventListener('abort', end)
  await wait(PAUSE_MS)
}

/** Sends endless request bodies, to a file part and to a sign-in, from ten addresses. */
export const sendUnfinishedBodies = ({ url, agentId }: AnonymousTarget, n: number, over: AbortSignal): Promise<null> => {
  const [path, type] = [
    [`/api/webchat/${agentId}/files/00000000-0000-7000-8000-000000000000/parts/1`, 'application/octet-stream'],
    ['/api/auth/login', 'application/json'],
  ][n % 2] as [string, string]
  const head = `${n % 2 ? 'POST' : 'PUT'} ${path} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${BODY_BYTES}`
  const bytes = Buffer.alloc(n % 2 ? 16 : 16_384, 0x20)
  return sendWithoutEnd(url, `127.0.11.${1 + (n % 10)}`, { head, bytes }, over).then(() => null)
}

/** Opens a socket without authentication until the server closes it. */
export const openUnauthenticatedSocket = ({ url }: AnonymousTarget, n: number, over: AbortSignal): Promise<null> => {
  const head =
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  return sendWithoutEnd(url, `127.0.12.${1 + (n % 10)}`, { head }, over).then(() => null)
}

const listPublicPaths = ({ agentId }: AnonymousTarget) => [
  { method: 'GET', path: '/api/openapi.json' },
  ...allCalls
    .filter((call) => getCallAccess(call).kind === 'public')
    .map(({ method, path }) => ({
      method,
      path: `/api${path.replace(':agentId', agentId).replaceAll(/:\w+/g, '1')}`,
      ...(method === 'GET' ? {} : { body: {} }),
    })),
]

/** Returns an attack that makes every call without a session in turn, from one address. */
export function createAnonymousCaller(target: AnonymousTarget): (n: number) => Promise<number | null> {
  const paths = listPublicPaths(target)
  return async (n) => {
    const asked = paths[n % paths.length]
    return asked ? (await sendLoopbackRequest('127.0.13.1', target.url, asked)).status : null
  }
}

/** Sends a web-chat message as a new visitor, from one of many addresses. */
export const sendAsNewVisitor = async ({ url, agentId }: AnonymousTarget, n: number): Promise<number | null> => {
  await wait(50)
  return (await sendVisitorMessage(url, { agentId, address: `127.0.14.${1 + (n % ADDRESS_COUNT)}`, key: `stranger-${n}` })).status
}

export const ATTACK_CONCURRENCY = {
  unfinished: UNFINISHED_BODY_COUNT,
  nameless: UNAUTHENTICATED_SOCKET_COUNT,
  calls: 8,
  strangers: 8,
} as const
