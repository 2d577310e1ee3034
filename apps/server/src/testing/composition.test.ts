import { expect, it } from 'vitest'
import { QUEUES } from '../kernel/job-queues.ts'
import { startTestApp } from './test-app.ts'

it('each job and each live event is one feature’s', async () => {
  const test = await startTestApp()
  try {
    const { features, jobs, live } = test.app.parts
    expect(features.flatMap((feature) => Object.keys(feature.jobs ?? {})).sort()).toEqual(Object.keys(jobs).sort())
    expect(features.flatMap((feature) => Object.keys(feature.live ?? {})).sort()).toEqual(Object.keys(live).sort())
    expect(Object.keys(jobs).sort()).toEqual(Object.keys(QUEUES).sort())
  } finally {
    await test.close()
  }
})
