import { workerData } from 'node:worker_threads'

/** Milliseconds between two samples: an allocation of 100 MB takes longer. */
const SAMPLE_MS = 5

/** Largest resident memory in kilobytes since the main thread last wrote 0. */
const { peakKb } = workerData as { peakKb: Int32Array }

// Beside the main thread, which a reader may keep busy.
setInterval(() => {
  peakKb[0] = Math.max(peakKb[0] ?? 0, Math.round(process.memoryUsage.rss() / 1024))
}, SAMPLE_MS)
