import { differenceInHours } from 'date-fns/differenceInHours'
import { DANGER_SIGNS } from '../../../kernel/guard-memory.ts'
import { isNoDanger } from '../understanding/danger.ts'
import type { Line } from '../understanding/understand.ts'
import { takesBackIn } from '../understanding/wishes.ts'
import { type GuardLog, reasonOf } from './log.ts'
import type { Moment, Screen } from './verdict.ts'

/** After a day without a word nobody waits for the person any more, nor is in the same danger, nor is an old reason the gravest. */
const AT_MOST_H = 24

const isDangerous = ({ intents }: Line): boolean => DANGER_SIGNS.some((sign) => intents.has(sign))

/** Something to say, after a wish not to be written to. */
const comesBack = (line: Line): boolean =>
  line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.folded.split(' ').length > 3

/** Help that was called has not come: 'já liguei pro 192'. */
const CALLED = /^(?:ja |eu |acabei de )*(?:liguei|chamei|ligar|ligando|chamando)\b(?: \w+){0,4}$/
const isDenial = ({ intents, folded, calms }: Line): boolean =>
  isNoDanger(folded) || ((calms || intents.has('noDanger')) && !CALLED.test(folded))

/** 'Não é emergência', and nothing dangerous besides: also where the word of danger stands in the denial. */
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

/** Ends what stood before this burst, where a person has answered, time has passed, or the lead ends it. @returns whether it did */
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

/** Why a person should look: a lesser matter does not push a graver one out of sight before somebody has answered. */
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
