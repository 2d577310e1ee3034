import { differenceInHours } from 'date-fns/differenceInHours'
import type { GuardLog } from './log.ts'
import { reasonOf } from './reason.ts'
import type { Moment } from './verdict.ts'

const KEPT_H = 24
const ROOM_FOR_THE_GRAVER = 170

const weight = (reason: string): number =>
  reason.startsWith('URGENTE') ? 3 : /^(LGPD|Lead (pediu|quer cancelar|muito|insatisfeito|relata))/.test(reason) ? 2 : 1

/** Why a person should look: a lesser matter does not push a graver one out of sight before somebody has answered. */
export const gravest = (
  log: GuardLog,
  reason: string | null,
  { now, personAnswered }: Pick<Moment, 'now' | 'personAnswered'>,
): { log: GuardLog; reason: string | null } => {
  const isOver = personAnswered || (log.raised !== null && differenceInHours(now, log.raised.at) >= KEPT_H)
  const raised = isOver ? null : log.raised
  if (reason === null) return { log: { ...log, raised }, reason }
  if (raised === null || weight(reason) >= weight(raised.reason))
    return { log: { ...log, raised: { reason, at: now.toISOString() } }, reason }
  const { reason: graver } = raised
  const short = graver.length > ROOM_FOR_THE_GRAVER ? `${graver.slice(0, ROOM_FOR_THE_GRAVER - 1)}…` : graver
  return { log: { ...log, raised }, reason: reasonOf(`${short} · ${reason}`) }
}
