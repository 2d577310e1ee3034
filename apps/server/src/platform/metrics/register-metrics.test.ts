import { expect, it } from 'vitest'
import type { DomainEvent } from '../events/domain-events.ts'
import { createEventBus } from '../events/event-bus.ts'
import { registerMetrics } from './register-metrics.ts'

it('a delivery counts once for each state: as it is stored, or as it is told later', () => {
  const bus = createEventBus((error) => {
    throw error
  })
  const counted: string[] = []
  const metrics = {
    recordStoredMessage: () => {},
    recordDelivery: (state: string) => counted.push(state),
    registerGauge: () => {},
  }
  registerMetrics(
    { bus, jobs: { countWaiting: async () => ({}) }, metrics } as unknown as Parameters<typeof registerMetrics>[0],
    {
      countSockets: () => 0,
    },
  )
  const publish = (name: DomainEvent['name'], payload: object) => bus.publish({ name, payload } as DomainEvent)
  publish('message.stored', { message: { role: 'humano', delivery: null } })
  publish('message.stored', { message: { role: 'AI', delivery: 'queued' } })
  expect(counted).toEqual([])
  publish('message.delivery', { delivery: 'sent' })
  publish('message.stored', { message: { role: 'AI', delivery: 'sent' } })
  expect(counted).toEqual(['sent', 'sent'])
})
