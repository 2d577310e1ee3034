import type { SignupStepName, WhatsappSignup } from '@prosa/contract/entities/whatsapp/whatsapp-signup'
import { TEST_DATE } from './a-number.ts'

const STEP_NAMES = ['meta', 'access', 'number', 'webhook', 'registration', 'message'] as const satisfies readonly SignupStepName[]

/** Creates a sign-up of which the first `done` steps are completed. With `reason`, the next step has failed. */
export const aSignup = (done: number, overrides: Partial<WhatsappSignup> = {}, reason?: string): WhatsappSignup => ({
  id: 'signup-1',
  agent_id: 'agent-1',
  mode: 'api',
  history_days: 0,
  number_id: done > 2 ? 'n1' : null,
  display_number: done > 2 ? '+55 11 4000-1234' : null,
  steps: STEP_NAMES.map((name, index) => {
    if (index < done) return { name, state: 'done' }
    return reason && index === done ? { name, state: 'failed', reason } : { name, state: 'waiting' }
  }),
  next: null,
  expires_at: TEST_DATE,
  created_at: TEST_DATE,
  ...overrides,
})
