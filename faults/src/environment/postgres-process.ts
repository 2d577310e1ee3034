import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { killOnExit, registerExitCleanup } from '../../../scripts/product/exit-cleanup.ts'
import { findFreePort } from '../../../scripts/product/product-process.ts'
import { findProgram, getUnprivilegedUser } from './installed-program.ts'

const READY_WITHIN_MS = 30_000

/** A PostgreSQL process with default durability, used by one scenario, that can be killed and restarted. */
export class PostgresProcess {
  readonly url: string
  #port: number
  #folder: string
  #child: ChildProcess | null = null
  readonly #removed = registerExitCleanup(() => this.#remove())

  private constructor(port: number, folder: string) {
    this.#port = port
    this.#folder = folder
    this.url = `postgres://prosa@127.0.0.1:${port}/postgres`
  }

  /** Why PostgreSQL is not available on this machine, or null if it is. */
  static get missing(): string | null {
    return findProgram('initdb') ? null : 'no PostgreSQL server programs (initdb) on this machine'
  }

  static async launch(): Promise<PostgresProcess> {
    const initdb = findProgram('initdb')
    if (!initdb) throw new Error('initdb was not found')
    const folder = mkdtempSync(join(tmpdir(), 'prosa-faults-pg-'))
    const user = getUnprivilegedUser()
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
    const made = spawnSync(initdb, ['-D', join(folder, 'data'), '-U', 'prosa', '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
      ...user,
      cwd: folder,
      encoding: 'utf8',
    })
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
    const postgres = new PostgresProcess(await findFreePort(), folder)
    await postgres.start()
    return postgres
  }

  async start(): Promise<void> {
    const program = findProgram('postgres')
    if (!program) throw new Error('postgres was not found')
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${this.#folder}`, 'max_connections=100']
    const args = ['-D', join(this.#folder, 'data'), '-p', String(this.#port), ...settings.flatMap((one) => ['-c', one])]
    this.#child = killOnExit(spawn(program, args, { ...getUnprivilegedUser(), cwd: this.#folder, stdio: 'ignore' }))
    const end = Date.now() + READY_WITHIN_MS
    while (Date.now() < end) {
      if (this.#child.exitCode !== null) throw new Error(`postgres ended with ${this.#child.exitCode}`)
      if (await this.#answers()) return
      await wait(50)
    }
    throw new Error('postgres did not answer')
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      await client.end()
      return true
    } catch {
      return false
    }
  }

  /**
   * Stops the server with 'SIGQUIT', PostgreSQL's immediate shutdown: no checkpoint, all connections closed, recovery at the next start.
   */
  async crash(): Promise<void> {
    await this.#end('SIGQUIT')
  }

  async close(): Promise<void> {
    await this.#end('SIGINT')
    this.#remove()
    this.#removed()
  }

  #remove(): void {
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 })
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
