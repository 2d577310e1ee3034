import { workerData } from 'node:worker_threads'

/** Milliseconds between two checks. */
const CHECK_INTERVAL_MS = 50

const { limitKb, parentPid } = workerData as { limitKb: Int32Array; parentPid: number }

/* Watches the main thread of an isolated process from a worker thread, and kills the process even if the main thread is in an endless loop.
   Checks the resident memory, which includes buffers and memory of native libraries that V8's limits do not count. */
setInterval(() => {
  const limit = limitKb[0] ?? 0
  if (limit > 0 && process.memoryUsage.rss() > limit * 1024) process.kill(process.pid, 'SIGUSR2')
  // The server was killed, so nothing else would end this process.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}, CHECK_INTERVAL_MS)
