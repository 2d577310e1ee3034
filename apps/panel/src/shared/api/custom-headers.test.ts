import { afterEach, expect, it } from 'vitest'
import { env } from '../config/env.ts'
import { canSendCustomHeaders } from './custom-headers.ts'

const original = { ...env }
afterEach(() => void Object.assign(env, original))

it('G44 headers of our own go to this origin, and to another only when switched on', () => {
  for (const [base, switched, may] of [
    ['/api', false, true],
    [`${location.origin}/v1`, false, true],
    ['https://provider.example/v1', false, false],
    ['https://provider.example/v1', true, true],
  ] as const) {
    Object.assign(env, { apiBaseUrl: base, sendsIdempotencyKeyAcrossOrigins: switched })
    expect([base, switched, canSendCustomHeaders()]).toEqual([base, switched, may])
  }
})
