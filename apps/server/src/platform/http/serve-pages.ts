import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { CAPABILITIES } from '@prosa/contract/capabilities'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errors } from '../errors.ts'

/** Folders that contain the built web pages. */
export interface PageFolders {
  panel: string
  webchat: string
}

const YEAR_MS = 31_536_000_000
/** Matches paths of the server's other routes. Unknown paths below them return a 404 error instead of the panel's page. */
const NON_PAGE_PATHS = /^\/(api|socket\.io|webhooks|healthz|readyz|metrics)(\/|$)/

/**
 * Serves the panel's single page for all its routes, and the web chat page for leads under /w/{agentId}. Files with a hash in their name
 * may be cached permanently.
 * @throws if a page was not built
 */
export async function servePages(http: FastifyInstance, { panel, webchat }: PageFolders): Promise<void> {
  for (const dir of [panel, webchat]) {
    if (!existsSync(join(dir, 'index.html'))) throw new Error(`Não há página construída em ${dir}: rode "npm run build".`)
  }
  const options = {
    index: false as const,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply: FastifyReply, path: string) => void reply.header('cache-control', getCacheControl(path)),
  }
  await http.register(fastifyStatic, { root: panel, prefix: '/', wildcard: false, ...options })
  await http.register(fastifyStatic, { root: webchat, prefix: '/webchat/', wildcard: false, decorateReply: false, ...options })
  const sendPage = (reply: FastifyReply, dir: string) => reply.sendFile('index.html', dir)
  const panelPage = addCapabilitiesMeta(readFileSync(join(panel, 'index.html'), 'utf8'))
  http.get('/w/:agentId', { schema: { hide: true } }, (_request, reply) => sendPage(reply, webchat))
  http.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (NON_PAGE_PATHS.test(path) || /\.[a-z0-9]{2,5}$/i.test(path)) throw errors.notFound()
    return reply.type('text/html; charset=utf-8').header('cache-control', getCacheControl(path)).send(panelPage)
  })
}

/** Adds the server's capabilities as a meta tag to the page. The sign-in page needs them before it has a session (3-team.md, section 2). */
const addCapabilitiesMeta = (html: string): string =>
  html.replace('</head>', `<meta name="capabilities" content="${CAPABILITIES.join(' ')}"></head>`)

const getCacheControl = (path: string): string =>
  /[/\\]assets[/\\]/.test(path) ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache'
