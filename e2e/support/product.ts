import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinnedNode } from '../../scripts/bootstrap.mjs'

const MAIN = join(import.meta.dirname, '../../apps/server/src/main.ts')
const READY_WITHIN_MS = 60_000
const POLL_MS = 50

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** The product as a person runs it: the built pages and the server on an embedded database of its own, with the demo's data. */
export class Product {
  readonly url: string
  readonly #port: number
  readonly #dataDir: string
  readonly #extra: Record<string, string>
  #server: ChildProcess | null = null
  #log = ''

  private constructor(port: number, dataDir: string, extra: Record<string, string>) {
    this.#extra = extra
    this.#port = port
    this.#dataDir = dataDir
    this.url = `http://localhost:${port}`
  }

  /** `env` is what the server is told beside the usual: where a double of an outside service answers. */
  static async launch(env: Record<string, string> = {}): Promise<Product> {
    const product = new Product(await freePort(), mkdtempSync(join(tmpdir(), 'prosa-e2e-')), env)
    await product.start()
    return product
  }

  /** Starts the server on the same port and data, and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH, HOME, TMPDIR } = process.env
    const env = {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(this.#port),
      DATA_DIR: this.#dataDir,
      DEMO: '1',
      DEMO_LIFE: '0',
      LOG_LEVEL: 'warn',
      ...this.#extra,
    }
    const server = spawn(pinnedNode(), [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#server = server
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (text: Buffer) => (this.#log += text.toString()))
    await this.#ready(server)
  }

  async #ready(server: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS
    while (Date.now() < deadline) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}:\n${this.#log}`)
      const answer = await fetch(`http://127.0.0.1:${this.#port}/readyz`).catch(() => null)
      if (answer?.ok) return
      await sleep(POLL_MS)
    }
    throw new Error(`The server was not ready within ${READY_WITHIN_MS} ms:\n${this.#log}`)
  }

  /** Ends the server as a power cut ends a process: it has no moment to tidy up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Everything the server has written so far. */
  get log(): string {
    return this.#log
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM')
    rmSync(this.#dataDir, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
}
