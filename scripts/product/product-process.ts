import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinnedNode, root } from '../bootstrap.mjs'
import { killOnExit, registerExitCleanup } from './exit-cleanup.ts'

const MAIN_MODULE = join(root, 'apps/server/src/main.ts')
const READY_WITHIN_MS = 60_000
const POLL_MS = 10

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** A running server with the built pages, as in production, but with its own embedded database and demo data. */
export class ProductProcess {
  readonly url: string
  /** Data folder of the embedded database; `close` deletes it. */
  readonly dataDir = mkdtempSync(join(tmpdir(), 'prosa-run-'))
  readonly #port: number
  readonly #extra: Record<string, string>
  readonly #probe: string | undefined
  #server: ChildProcess | null = null
  #log = ''
  readonly #removed = registerExitCleanup(() => this.#remove())

  private constructor(port: number, extra: Record<string, string>, probe: string | undefined) {
    this.#extra = extra
    this.#probe = probe
    this.#port = port
    this.url = `http://localhost:${port}`
  }

  /**
   * Creates a product without starting it.
   * @param env additional environment variables, such as the URL of a fake service
   * @param probe module that the server process loads first, to communicate with the test over Node's IPC
   */
  static async prepare(env: Record<string, string> = {}, probe?: string): Promise<ProductProcess> {
    return new ProductProcess(await findFreePort(), env, probe)
  }

  static async launch(env: Record<string, string> = {}, probe?: string): Promise<ProductProcess> {
    const product = await ProductProcess.prepare(env, probe)
    await product.start()
    return product
  }

  /**
   * Starts the server. Every start uses the same port and data.
   * @returns milliseconds from process start until the server is ready
   */
  async start(): Promise<number> {
    const { PATH, HOME, TMPDIR } = process.env
    const env = {
      PATH,
      HOME,
      TMPDIR,
      PORT: String(this.#port),
      DATA_DIR: this.dataDir,
      DEMO: '1',
      DEMO_LIFE: '0',
      LOG_LEVEL: 'warn',
      // Raises the limits per IP address, because all test clients share one address.
      NEW_LEADS_PER_ADDRESS: '1000',
      ANONYMOUS_CALLS_PER_ADDRESS: '100000',
      ...(this.#extra['DATABASE_URL'] ? { PUBLIC_URL: this.url } : {}),
      ...this.#extra,
    }
    const started = performance.now()
    const server = killOnExit(
      spawn(pinnedNode(), [...(this.#probe ? ['--expose-gc', '--import', this.#probe] : []), MAIN_MODULE], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', ...(this.#probe ? ['ipc' as const] : [])],
      }),
    )
    this.#server = server
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => (this.#log += text.toString()))
    await this.#ready(server)
    return performance.now() - started
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

  /** Process of the running server. @throws if the server does not run */
  get process(): ChildProcess {
    if (!this.#server) throw new Error('The product is not running')
    return this.#server
  }

  get log(): string {
    return this.#log
  }

  /** Kills the server without a chance to clean up, like a power failure. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops the server gracefully. Its data remains for the next start. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async close(): Promise<void> {
    await this.stop()
    this.#remove()
    this.#removed()
  }

  #remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 })
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
