import { expect, it } from 'vitest'
import { JOB_QUEUES } from '../../../platform/jobs/job-queues.ts'
import { startTestApp } from '../../harness/test-app.ts'

it('four sounds at most are in memory for a transcriber at once: each is there whole, and twice', () => {
  const { localConcurrency = 1, batchSize = 1 } = JOB_QUEUES.transcribe.workOptions
  expect(localConcurrency * batchSize).toBeLessThanOrEqual(4)
})

it('each job and each live event is one feature’s', async () => {
  const test = await startTestApp()
  try {
    const { features, jobs, socketEvents } = test.app.modules
    expect(features.flatMap((feature) => Object.keys(feature.jobs ?? {})).sort()).toEqual(Object.keys(jobs).sort())
    expect(features.flatMap((feature) => Object.keys(feature.socketEvents ?? {})).sort()).toEqual(
      Object.keys(socketEvents).sort(),
    )
    expect(Object.keys(jobs).sort()).toEqual(Object.keys(JOB_QUEUES).sort())
  } finally {
    await test.close()
  }
})
