import { env } from '../config/env.ts'
import { sharedRecord } from './shared-record.ts'

interface Activity {
  rememberMe: boolean
  lastActivityAt: number
}

const record = sharedRecord<Activity>('session-timing', { rememberMe: false, lastActivityAt: 0 })

export const readActivity = record.read
export const forgetActivity = record.clear

/** Records that the user is active; `change` updates further fields. */
export const noteActivity = (change: Partial<Activity> = {}): void => record.change({ lastActivityAt: Date.now(), ...change })

/** Whether 'Manter conectado' was left unchecked and no tab was used for the session timeout (SESSION-18). */
export function isIdle(): boolean {
  const { rememberMe, lastActivityAt } = readActivity()
  return !rememberMe && lastActivityAt > 0 && Date.now() - lastActivityAt >= env.sessionTimeoutMs
}
