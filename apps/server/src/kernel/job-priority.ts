import { memoryLimiter } from './cluster.ts'
import type { JobName } from './job-names.ts'
import { QUEUES } from './job-queues.ts'

/** Priority of jobs of which an organisation sends few, and of all jobs of queues without `firstPerMinute`. */
const FIRST = 0
/** Priority of the jobs that an organisation sends above `firstPerMinute`. */
const AFTER_OTHERS = -1

/**
 * Returns a function that counts a job of an organisation and returns its priority. There are only two priorities: with more of them, the
 * older jobs of an organisation that sends many would always wait for its newer ones. Each process counts what it sends.
 */
export function createJobPriorities(queues: Partial<Record<JobName, { firstPerMinute?: number }>> = QUEUES) {
  const sent = memoryLimiter({ name: 'jobs', points: 1, seconds: 60 })
  return async (name: JobName, data: object): Promise<number> => {
    const most = queues[name]?.firstPerMinute
    if (!most || !('tenantId' in data)) return FIRST
    const { consumedPoints } = await sent.penalty(`${name}/${String(data.tenantId)}`)
    return consumedPoints > most ? AFTER_OTHERS : FIRST
  }
}
