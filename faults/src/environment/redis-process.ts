import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { killOnExit } from '../../../scripts/product/exit-cleanup.ts'
import { findFreePort } from '../../../scripts/product/product-process.ts'
import { findProgram } from './installed-program.ts'

const READY_WITHIN_MS = 10_000

/** A Redis process without persistence, used by one scenario; its data are lost when it stops. */
export class RedisProcess {
  readonly url: string
  #port: number
  #child: ChildProcess | null = null

  private constructor(port: number) {
    this.#port = port
    this.url = `redis://127.0.0.1:${port}`
  }

  /** Why Redis is not available on this machine, or null if it is. */
  static get missing(): string | null {
    return findProgram('redis-server') ? null : 'no redis-server on this machine'
  }

  static async launch(): Promise<RedisProcess> {
    const redis = new RedisProcess(await findFreePort())
    await redis.start()
    return redis
  }

  async start(): Promise<void> {
    const program = findProgram('redis-server')
    if (!program) throw new Error('redis-server was not found')
    const args = ['--port', String(this.#port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    this.#child = killOnExit(spawn(program, args, { stdio: 'ignore' }))
    const end = Date.now() + READY_WITHIN_MS
    while (Date.now() < end) {
      if (await this.#listens()) return
      await wait(20)
    }
    throw new Error('redis-server did not answer')
  }

  #listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1')
      const finish = (answer: boolean) => {
        socket.destroy()
        resolve(answer)
      }
      socket.once('connect', () => finish(true))
      socket.once('error', () => finish(false))
    })
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
