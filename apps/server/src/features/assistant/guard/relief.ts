import { differenceInHours } from 'date-fns/differenceInHours'
import { DANGER_SIGNS } from '../../../kernel/guard-memory.ts'
import { isNoDanger } from '../understanding/danger.ts'
import type { Line } from '../understanding/understand.ts'
import { takesBackIn } from '../understanding/wishes.ts'
import { type GuardLog, reasonOf } from './log.ts'
import type { Moment, Screen } from './verdict.ts'

/** Hours without a message after which a wait for a user, a danger or an old reason ends. */
const AT_MOST_H = 24

const isDangerous = ({ intents }: Line): boolean => DANGER_SIGNS.some((sign) => intents.has(sign))

/** Returns true if a line shows that a lead who asked for no more messages wants to talk again. */
const comesBack = (line: Line): boolean =>
  line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.folded.split(' ').length > 3

/** Matches that help was called but has not arrived: 'já liguei pro 192'. */
const CALLED = /^(?:ja |eu |acabei de )*(?:liguei|chamei|ligar|ligando|chamando)\b(?: \w+){0,4}$/
const isDenial = ({ intents, folded, calms }: Line): boolean =>
  isNoDanger(folded) || ((calms || intents.has('noDanger')) && !CALLED.test(folded))

/**
 * Returns true if the lead denies a danger ('Não é emergência') and no other line is dangerous. The denial itself may contain a dangerous
 * word.
 */
const deniesDanger = ({ understood: { lines } }: Screen): boolean =>
  lines.some(isDenial) && !lines.some((line) => isDangerous(line) && !isDenial(line))

const isOver = (screen: Screen): boolean => {
  const { guard, moment, understood } = screen
  switch (guard.kind) {
    case 'stopped':
      return !understood.intents.has('stop') && understood.lines.some(comesBack)
    case 'danger':
      return moment.personAnswered || differenceInHours(moment.now, guard.since) >= AT_MOST_H
    case 'awaiting_person':
      return (
        moment.personAnswered ||
        (!understood.intents.has('person') &&
          (differenceInHours(moment.now, guard.since) >= AT_MOST_H ||
            understood.intents.has('meeting') ||
            understood.lines.some(({ folded }) => takesBackIn(folded))))
      )
    case 'clear':
    case 'asked_whether_to_stop':
      return false
  }
}

/** Resets the guard's state if a user has answered, time has passed, or the lead ends it. @returns whether it was reset */
export const relieve = (screen: Screen): boolean => {
  const over = isOver(screen)
  const isDenied = !over && screen.guard.kind === 'danger' && deniesDanger(screen)
  if (!over && !isDenied) return false
  if (isDenied) screen.calmed = 'danger'
  screen.guard = { kind: 'clear' }
  return true
}

const ROOM_FOR_THE_GRAVER = 170

const weight = (reason: string): number =>
  reason.startsWith('URGENTE') ? 3 : /^(LGPD|Lead (pediu|quer cancelar|muito|insatisfeito|relata))/.test(reason) ? 2 : 1

/** Returns the reason for the team. A less serious reason does not replace a more serious one that no user has handled. */
export const gravest = (
  log: GuardLog,
  reason: string | null,
  { now, personAnswered }: Pick<Moment, 'now' | 'personAnswered'>,
): { log: GuardLog; reason: string | null } => {
  const wasMet = personAnswered || (log.raised !== null && differenceInHours(now, log.raised.at) >= AT_MOST_H)
  const raised = wasMet ? null : log.raised
  if (reason === null) return { log: { ...log, raised }, reason }
  if (raised === null || weight(reason) >= weight(raised.reason))
    return { log: { ...log, raised: { reason, at: now.toISOString() } }, reason }
  const { reason: graver } = raised
  const short = graver.length > ROOM_FOR_THE_GRAVER ? `${graver.slice(0, ROOM_FOR_THE_GRAVER - 1)}…` : graver
  return { log: { ...log, raised }, reason: reasonOf(`${short} · ${reason}`) }
}
