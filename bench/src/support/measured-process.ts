import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { killOnExit } from '../../../scripts/product/exit-cleanup.ts'
import type { ResourceUsage } from './probe.ts'

export const PROBE_MODULE = join(import.meta.dirname, 'probe.ts')

const requestResourceUsage = async (child: ChildProcess, question: 'cost' | 'memory'): Promise<ResourceUsage> => {
  const answered = once(child, 'message')
  child.send(question)
  const [cost] = (await answered) as [ResourceUsage]
  return cost
}

/** Returns the resources used so far by a process with the probe. */
export const getResourceUsage = (child: ChildProcess): Promise<ResourceUsage> => requestResourceUsage(child, 'cost')

/** Returns the bytes of memory of a process with the probe after a garbage collection. */
export const measureMemoryBytes = async (child: ChildProcess): Promise<number> =>
  (await requestResourceUsage(child, 'memory')).heap

/** A minimal server in its own process, for comparison with ours. */
export interface MinimalServer {
  readonly url: string
  readonly process: ChildProcess
  close(): Promise<void>
}

/** Starts a file in support/least/, each of which reports its port once it listens. */
export const startMinimalServer = async (file: string, env: Record<string, string> = {}): Promise<MinimalServer> => {
  const child = killOnExit(
    fork(join(import.meta.dirname, 'comparison', file), {
      execArgv: ['--expose-gc', '--import', PROBE_MODULE],
      env: { PATH: process.env['PATH'], ...env },
    }),
  )
  const [told] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}`)
    }),
  ])) as [{ port: number }]
  return {
    url: `http://localhost:${told.port}`,
    process: child,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
