import type { Agreed, Appointment, Dated, DialogueMemory } from './memory.ts'

type Remembers = { readonly memory: DialogueMemory }
type Moving = Extract<Agreed, { kind: 'moving' }>

const agreedIn = (appointment: Appointment): Agreed => (appointment.kind === 'called_off' ? appointment.before : appointment)

/** Day and hour as they are known now. */
export const dateNow = ({ memory }: Remembers): Dated => {
  const agreed = agreedIn(memory.appointment)
  if (agreed.kind === 'none') return {}
  return agreed.kind === 'moving' ? agreed.to : agreed.at
}

/** 'terça, 24/11, às 15h', out of the day and the hour that are known. */
export const whenText = (talk: Remembers): string => {
  const { day, hour } = dateNow(talk)
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** What was called off, until there is a new day. */
export const cancelled = ({ memory }: Remembers): string | null =>
  memory.appointment.kind === 'called_off' ? memory.appointment.what : null

/** A change under way, or one from elsewhere that is settled. */
const moveOf = ({ memory }: Remembers): Moving | null => {
  const agreed = agreedIn(memory.appointment)
  return agreed.kind === 'moving' ? agreed : null
}

/** What stood before a change that is under way. */
export const oldDate = (talk: Remembers): Moving['from'] => moveOf(talk)?.from ?? null

/** What it was, in words, of a change under way or one from elsewhere that is settled. */
export const movedFrom = (talk: Remembers): string | undefined => oldDate(talk)?.text ?? moveOf(talk)?.elsewhere?.was

/** An appointment that was not made here is being moved. */
export const isMoving = (talk: Remembers): boolean => Boolean(moveOf(talk)?.elsewhere)

/** All that was said of it, in words. */
export const appointmentWords = (talk: Remembers): (string | null | undefined)[] => [
  ...[dateNow(talk), oldDate(talk) ?? {}].flatMap((date) => Object.values<string | undefined>(date)),
  movedFrom(talk),
  cancelled(talk),
]

const change = ({ memory }: Remembers, next: Agreed): void => {
  const { appointment } = memory
  memory.appointment = appointment.kind === 'called_off' ? { ...appointment, before: next } : next
}

/** What is known of a date, and nothing that is not. */
const known = ({ day, date, hour }: Dated): Dated => ({ ...(day && { day }), ...(date && { date }), ...(hour && { hour }) })

const asAgreed = (at: Dated): Agreed => {
  if (at.day && at.hour) return { kind: 'settled', at }
  return at.day || at.date || at.hour ? { kind: 'wanted', at } : { kind: 'none' }
}

/** Another day or hour, or none where undefined; the rest of the date stays. */
export const setDate = (talk: Remembers, other: Dated): void => {
  const to = known({ ...dateNow(talk), ...other })
  const move = moveOf(talk)
  change(talk, move ? { ...move, to } : asAgreed(to))
}

/** The date is in question: what stood is remembered, until the change is settled. */
export const questionDate = (talk: Remembers): void => {
  const [move, to] = [moveOf(talk), dateNow(talk)]
  if (!move?.from) change(talk, { kind: 'moving', elsewhere: null, ...move, from: { ...to, text: whenText(talk) }, to })
}

/** The change is settled. */
export const settleDate = (talk: Remembers): void => {
  const move = moveOf(talk)
  if (!move) return
  const was = move.from?.text || move.elsewhere?.was
  change(talk, move.elsewhere ? { ...move, from: null, elsewhere: { ...(was && { was }) } } : asAgreed(move.to))
}

/** An appointment from elsewhere begins to move. */
export const beginMove = (talk: Remembers, from: NonNullable<Moving['from']>): void => {
  const move = moveOf(talk)
  change(talk, { kind: 'moving', from, to: move?.to ?? dateNow(talk), elsewhere: move?.elsewhere ?? {} })
}

/** What is moved is one of our own from here on. */
export const endMove = (talk: Remembers): void => {
  const move = moveOf(talk)
  if (move) change(talk, move.from ? { ...move, elsewhere: null } : asAgreed(move.to))
}

/** Day and hour are forgotten, and unless `keepOld` also what stood before. */
export const dropDate = (talk: Remembers, keepOld: boolean): void => {
  const move = moveOf(talk)
  change(talk, keepOld && move ? { ...move, to: {} } : { kind: 'none' })
}

export const callItOff = ({ memory }: Remembers, what: string): void => {
  memory.appointment = { kind: 'called_off', what, before: agreedIn(memory.appointment) }
}

/** There is a new day after what was called off. */
export const takeUpAgain = ({ memory }: Remembers): void => {
  memory.appointment = agreedIn(memory.appointment)
}
