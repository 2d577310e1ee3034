import { createMemoryRateLimiter } from '../processes/cluster.ts'
import type { JobName } from './job-names.ts'
import { JOB_QUEUES } from './job-queues.ts'

/** Priority of jobs within an organisation's `normalPriorityPerMinute`, and of jobs in queues without that limit. */
const NORMAL_PRIORITY = 0
/** Priority of jobs that an organisation sends above `normalPriorityPerMinute`. */
const LOWERED_PRIORITY = -1

/**
 * Returns a function that counts a job of an organisation and returns the job's priority. With more than two priorities, an organisation's
 * older jobs could wait for its newer ones forever. Each process counts separately.
 */
export function createJobPrioritizer(queues: Partial<Record<JobName, { normalPriorityPerMinute?: number }>> = JOB_QUEUES) {
  const sentCounter = createMemoryRateLimiter({ name: 'jobs', points: 1, seconds: 60 })
  return async (name: JobName, data: object): Promise<number> => {
    const limit = queues[name]?.normalPriorityPerMinute
    if (!limit || !('tenantId' in data)) return NORMAL_PRIORITY
    const { consumedPoints } = await sentCounter.penalty(`${name}/${String(data.tenantId)}`)
    return consumedPoints > limit ? LOWERED_PRIORITY : NORMAL_PRIORITY
  }
}
