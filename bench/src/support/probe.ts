/**
 * Loaded into a process that is measured (`--import`), before its own code: tells what it costs, when asked over Node's IPC.
 * Memory is told after a collection, so that garbage does not count.
 */
export interface Cost {
  /** Milliseconds of processor time since the process began. */
  readonly cpuMs: number
  /** Bytes that JavaScript and its buffers hold. */
  readonly heap: number
}

const collect = (): void => {
  const { gc } = globalThis
  if (!gc) throw new Error('Started without --expose-gc')
  for (let turn = 0; turn < 3; turn++) gc()
}

process.on('message', (asked) => {
  if (asked !== 'cost' && asked !== 'memory') return
  if (asked === 'memory') collect()
  const { user, system } = process.cpuUsage()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, heap: heapUsed + external } satisfies Cost)
})
// Whoever asked is gone: nobody is left to end this process.
process.on('disconnect', () => process.exit())
// Being listened to must not keep the process alive.
process.channel?.unref()
