import { workerData } from 'node:worker_threads'

const CHECK_INTERVAL_MS = 50

const { limitKb, parentPid } = workerData as { limitKb: Int32Array; parentPid: number }

/**
 * Runs in a worker thread and kills the process, even if its main thread is in an endless loop. Resident memory includes buffers and memory
 * of native libraries, which V8's limits do not count.
 */
setInterval(() => {
  const limit = limitKb[0] ?? 0
  if (limit > 0 && process.memoryUsage.rss() > limit * 1024) process.kill(process.pid, 'SIGUSR2')
  // If the server was killed, nothing else ends this process.
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}, CHECK_INTERVAL_MS)
