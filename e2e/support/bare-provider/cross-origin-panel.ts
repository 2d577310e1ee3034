import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { pinnedNode } from '../../../scripts/bootstrap.mjs'

const ROOT = join(import.meta.dirname, '../../..')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.webmanifest': 'application/manifest+json',
}

/** The panel as another host would serve it: built for another provider by its VITE_ variables, as static files. */
export class CrossOriginPanel {
  readonly url: string
  readonly #http
  readonly #directory = mkdtempSync(join(tmpdir(), 'prosa-panel-'))

  private constructor(http: ReturnType<typeof createServer>) {
    this.#http = http
    this.url = `http://localhost:${(http.address() as AddressInfo).port}`
    http.on('request', (request, response) => {
      const path = normalize(new URL(request.url ?? '/', this.url).pathname)
      const file = join(this.#directory, path)
      const isFile = extname(path) !== '' && existsSync(file)
      const served = isFile ? file : join(this.#directory, 'index.html')
      response
        .writeHead(200, { 'content-type': CONTENT_TYPES[extname(served)] ?? 'application/octet-stream' })
        .end(readFileSync(served))
    })
  }

  static async open(): Promise<CrossOriginPanel> {
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new CrossOriginPanel(http)
  }

  /** Builds the panel for a provider's URL. */
  buildFor(provider: string): void {
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    const { PATH, HOME } = process.env
    const result = spawnSync(pinnedNode(), [vite, 'build', '--outDir', this.#directory, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: join(ROOT, 'apps/panel'),
      env: { PATH, HOME, PANEL_DEFAULTS: '1', VITE_API_BASE_URL: provider, VITE_WEBSOCKET_URL: provider },
      encoding: 'utf8',
    })
    if (result.status !== 0) throw new Error(`The panel could not be built:\n${result.stdout}${result.stderr}`)
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
    rmSync(this.#directory, { recursive: true, force: true })
  }
}
