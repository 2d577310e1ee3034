import { env } from '../config/env.ts'
import { sharedRecord } from './shared-record.ts'

interface Activity {
  rememberMe: boolean
  lastActivityAt: number
}

const record = sharedRecord<Activity>('session-timing', { rememberMe: false, lastActivityAt: 0 })

export const readActivity = record.read
export const forgetActivity = record.clear

/** Somebody is here; `change` says more of who. */
export const noteActivity = (change: Partial<Activity> = {}): void => record.change({ lastActivityAt: Date.now(), ...change })

/** True when 'Manter conectado' was left unchecked and nobody touched any tab for the session timeout (SESSION-18). */
export function isIdle(): boolean {
  const { rememberMe, lastActivityAt } = readActivity()
  return !rememberMe && lastActivityAt > 0 && Date.now() - lastActivityAt >= env.sessionTimeoutMs
}
