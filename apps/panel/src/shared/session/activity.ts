import { env } from '../config/env.ts'
import { createSharedRecord } from './shared-record.ts'

interface Activity {
  rememberMe: boolean
  lastActivityAt: number
}

const activityRecord = createSharedRecord<Activity>('session-timing', { rememberMe: false, lastActivityAt: 0 })

export const readActivity = activityRecord.read
export const clearActivity = activityRecord.clear

/** Stores the current time as the user's last activity. `change`: further fields to update. */
export const recordActivity = (change: Partial<Activity> = {}): void =>
  activityRecord.update({ lastActivityAt: Date.now(), ...change })

/**
 * Whether the session has timed out: 'Manter conectado' was not checked, and the user used no tab for the duration of the session timeout
 * (SESSION-18).
 */
export function isSessionIdle(): boolean {
  const { rememberMe, lastActivityAt } = readActivity()
  return !rememberMe && lastActivityAt > 0 && Date.now() - lastActivityAt >= env.sessionTimeoutMs
}
