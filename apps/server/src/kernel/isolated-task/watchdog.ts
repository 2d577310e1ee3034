import { workerData } from 'node:worker_threads'

/** Milliseconds between two checks. */
const CHECK_MS = 50

const { limitKb, parentPid } = workerData as { limitKb: Int32Array; parentPid: number }

/*
 * Runs beside the main thread of an isolated process, which may be stuck in an endless loop. A signal ends the process even then. Resident
 * memory includes buffers and the memory of native libraries, which no limit of V8 counts.
 */
setInterval(() => {
  const limit = limitKb[0] ?? 0
  if (limit > 0 && process.memoryUsage.rss() > limit * 1024) process.kill(process.pid, 'SIGUSR2')
  // The server was killed: nobody else would end this process.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}, CHECK_MS)
