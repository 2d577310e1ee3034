import type { Agreed, Appointment, Dated, DialogueMemory } from './memory.ts'

type Remembers = { readonly memory: DialogueMemory }
type Moving = Extract<Agreed, { kind: 'moving' }>

const agreedIn = (appointment: Appointment): Agreed => (appointment.kind === 'called_off' ? appointment.before : appointment)

/** Returns the day and hour as currently known. */
export const dateNow = ({ memory }: Remembers): Dated => {
  const agreed = agreedIn(memory.appointment)
  if (agreed.kind === 'none') return {}
  return agreed.kind === 'moving' ? agreed.to : agreed.at
}

/** Returns the known day and hour as text ('terça, 24/11, às 15h'). Empty if no day is known. */
export const whenText = (talk: Remembers): string => {
  const { day, hour } = dateNow(talk)
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** Returns the cancelled appointment as text until a new day is named, otherwise null. */
export const cancelled = ({ memory }: Remembers): string | null =>
  memory.appointment.kind === 'called_off' ? memory.appointment.what : null

/** Returns a change that is under way, or a completed one of an appointment from elsewhere. Null if there is none. */
const moveOf = ({ memory }: Remembers): Moving | null => {
  const agreed = agreedIn(memory.appointment)
  return agreed.kind === 'moving' ? agreed : null
}

/** Returns the previous date of a change that is under way, or null. */
export const oldDate = (talk: Remembers): Moving['from'] => moveOf(talk)?.from ?? null

/** Returns the previous date as text, or undefined. */
export const movedFrom = (talk: Remembers): string | undefined => oldDate(talk)?.text ?? moveOf(talk)?.elsewhere?.was

/** Returns true if an appointment from elsewhere is being moved. */
export const isMoving = (talk: Remembers): boolean => Boolean(moveOf(talk)?.elsewhere)

/** Returns all texts of the appointment. */
export const appointmentWords = (talk: Remembers): (string | null | undefined)[] => [
  ...[dateNow(talk), oldDate(talk) ?? {}].flatMap((date) => Object.values<string | undefined>(date)),
  movedFrom(talk),
  cancelled(talk),
]

const change = ({ memory }: Remembers, next: Agreed): void => {
  const { appointment } = memory
  memory.appointment = appointment.kind === 'called_off' ? { ...appointment, before: next } : next
}

/** Removes unknown fields of a date. */
const known = ({ day, date, hour }: Dated): Dated => ({ ...(day && { day }), ...(date && { date }), ...(hour && { hour }) })

const asAgreed = (at: Dated): Agreed => {
  if (at.day && at.hour) return { kind: 'settled', at }
  return at.day || at.date || at.hour ? { kind: 'wanted', at } : { kind: 'none' }
}

/** Changes the day or hour. An undefined field removes it; other fields stay. */
export const setDate = (talk: Remembers, other: Dated): void => {
  const to = known({ ...dateNow(talk), ...other })
  const move = moveOf(talk)
  change(talk, move ? { ...move, to } : asAgreed(to))
}

/** Reopens the date. Stores the previous one until the change is complete. */
export const questionDate = (talk: Remembers): void => {
  const [move, to] = [moveOf(talk), dateNow(talk)]
  if (!move?.from) change(talk, { kind: 'moving', elsewhere: null, ...move, from: { ...to, text: whenText(talk) }, to })
}

/** Completes a change of the date. */
export const settleDate = (talk: Remembers): void => {
  const move = moveOf(talk)
  if (!move) return
  const was = move.from?.text || move.elsewhere?.was
  change(talk, move.elsewhere ? { ...move, from: null, elsewhere: { ...(was && { was }) } } : asAgreed(move.to))
}

/** Starts to move an appointment from elsewhere. */
export const beginMove = (talk: Remembers, from: NonNullable<Moving['from']>): void => {
  const move = moveOf(talk)
  change(talk, { kind: 'moving', from, to: move?.to ?? dateNow(talk), elsewhere: move?.elsewhere ?? {} })
}

/** Treats the appointment as made in this conversation from now on. */
export const endMove = (talk: Remembers): void => {
  const move = moveOf(talk)
  if (move) change(talk, move.from ? { ...move, elsewhere: null } : asAgreed(move.to))
}

/** Removes day and hour, and the previous date too unless `keepOld` is set. */
export const dropDate = (talk: Remembers, keepOld: boolean): void => {
  const move = moveOf(talk)
  change(talk, keepOld && move ? { ...move, to: {} } : { kind: 'none' })
}

export const callItOff = ({ memory }: Remembers, what: string): void => {
  memory.appointment = { kind: 'called_off', what, before: agreedIn(memory.appointment) }
}

/** Ends the cancelled state, after a new day was named. */
export const takeUpAgain = ({ memory }: Remembers): void => {
  memory.appointment = agreedIn(memory.appointment)
}
