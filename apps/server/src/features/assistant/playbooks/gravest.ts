import { differenceInHours } from 'date-fns/differenceInHours'
import type { Talk } from './playbook.ts'
import { reasonOf } from './react.ts'

const KEPT_H = 24
const ROOM_FOR_THE_GRAVER = 170

const weight = (reason: string): number =>
  reason.startsWith('URGENTE') ? 3 : /^(LGPD|Lead (pediu|quer cancelar|muito|insatisfeito|relata))/.test(reason) ? 2 : 1

/** Why a person should look: a lesser matter does not push a graver one out of sight before somebody has answered. */
export const gravest = (talk: Talk, reason: string | null): string | null => {
  const { facts } = talk.state
  const { now, conversation } = talk.input
  const isOver = conversation.personAnswered || (facts.raisedAt !== undefined && differenceInHours(now, facts.raisedAt) >= KEPT_H)
  if (isOver) for (const key of ['raised', 'raisedAt']) delete facts[key]
  if (reason === null) return null
  const before = facts.raised
  if (before === undefined || weight(reason) >= weight(before)) {
    facts.raised = reason
    facts.raisedAt = now.toISOString()
    return reason
  }
  const graver = before.length > ROOM_FOR_THE_GRAVER ? `${before.slice(0, ROOM_FOR_THE_GRAVER - 1)}…` : before
  return reasonOf(`${graver} · ${reason}`)
}
