import { env } from '../config/env.ts'
import { createSharedRecord } from './shared-record.ts'

interface Activity {
  rememberMe: boolean
  lastActivityAt: number
}

const activityRecord = createSharedRecord<Activity>('session-timing', { rememberMe: false, lastActivityAt: 0 })

export const readActivity = activityRecord.read
export const clearActivity = activityRecord.clear

/** Records that the user is active; `change` updates further fields. */
export const recordActivity = (change: Partial<Activity> = {}): void =>
  activityRecord.change({ lastActivityAt: Date.now(), ...change })

/** Whether 'Manter conectado' was left unchecked and no tab was used for the session timeout (SESSION-18). */
export function isSessionIdle(): boolean {
  const { rememberMe, lastActivityAt } = readActivity()
  return !rememberMe && lastActivityAt > 0 && Date.now() - lastActivityAt >= env.sessionTimeoutMs
}
