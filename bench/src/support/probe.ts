/**
 * Resources used by a process. This module is loaded into a measured process (`--import`) before its own code and answers requests over
 * Node's IPC. It measures memory after a garbage collection.
 */
export interface ResourceUsage {
  /** Milliseconds of processor time since the process started. */
  readonly cpuMs: number
  /** Bytes used by JavaScript objects and buffers. */
  readonly heap: number
}

const collectGarbage = (): void => {
  const { gc } = globalThis
  if (!gc) throw new Error('Started without --expose-gc')
  for (let turn = 0; turn < 3; turn++) gc()
}

process.on('message', (asked) => {
  if (asked !== 'cost' && asked !== 'memory') return
  if (asked === 'memory') collectGarbage()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, heap: heapUsed + external } satisfies ResourceUsage)
})
// Exits when the parent is gone, because nothing else would end this process.
process.on('disconnect', () => process.exit())
// Listening for messages must not keep the process alive.
process.channel?.unref()
