import type { Agreement, Appointment, DialogueMemory, PartialDate } from '../dialogue-memory.ts'

type WithMemory = { readonly memory: DialogueMemory }
type DateMove = Extract<Agreement, { kind: 'moving' }>

const getAgreement = (appointment: Appointment): Agreement =>
  appointment.kind === 'called_off' ? appointment.before : appointment

/** Returns the day and hour as currently known. */
export const getAppointmentDate = ({ memory }: WithMemory): PartialDate => {
  const agreed = getAgreement(memory.appointment)
  if (agreed.kind === 'none') return {}
  return agreed.kind === 'moving' ? agreed.to : agreed.at
}

/** Returns the known day and hour as text ('terça, 24/11, às 15h'). Empty if no day is known. */
export const formatAppointmentDate = (talk: WithMemory): string => {
  const { day, hour } = getAppointmentDate(talk)
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** Returns the cancelled appointment as text until a new day is named, otherwise null. */
export const getCancelledAppointment = ({ memory }: WithMemory): string | null =>
  memory.appointment.kind === 'called_off' ? memory.appointment.what : null

/** Returns a change that is under way, or a completed one of an appointment from elsewhere. Null if there is none. */
const getDateMove = ({ memory }: WithMemory): DateMove | null => {
  const agreed = getAgreement(memory.appointment)
  return agreed.kind === 'moving' ? agreed : null
}

/** Returns the previous date of a change that is under way, or null. */
export const getPreviousDate = (talk: WithMemory): DateMove['from'] => getDateMove(talk)?.from ?? null

/** Returns the previous date as text, or undefined. */
export const formatPreviousDate = (talk: WithMemory): string | undefined =>
  getPreviousDate(talk)?.text ?? getDateMove(talk)?.elsewhere?.was

/** Returns true if an appointment from elsewhere is being moved. */
export const isMovingExternalAppointment = (talk: WithMemory): boolean => Boolean(getDateMove(talk)?.elsewhere)

/** Returns all texts of the appointment. */
export const getAppointmentTexts = (talk: WithMemory): (string | null | undefined)[] => [
  ...[getAppointmentDate(talk), getPreviousDate(talk) ?? {}].flatMap((date) => Object.values<string | undefined>(date)),
  formatPreviousDate(talk),
  getCancelledAppointment(talk),
]

const setAgreement = ({ memory }: WithMemory, next: Agreement): void => {
  const { appointment } = memory
  memory.appointment = appointment.kind === 'called_off' ? { ...appointment, before: next } : next
}

/** Removes unknown fields of a date. */
const removeUnknownFields = ({ day, date, hour }: PartialDate): PartialDate => ({
  ...(day && { day }),
  ...(date && { date }),
  ...(hour && { hour }),
})

const toAgreement = (at: PartialDate): Agreement => {
  if (at.day && at.hour) return { kind: 'settled', at }
  return at.day || at.date || at.hour ? { kind: 'wanted', at } : { kind: 'none' }
}

/** Changes the day or hour. An undefined field removes it; other fields stay. */
export const setAppointmentDate = (talk: WithMemory, other: PartialDate): void => {
  const to = removeUnknownFields({ ...getAppointmentDate(talk), ...other })
  const move = getDateMove(talk)
  setAgreement(talk, move ? { ...move, to } : toAgreement(to))
}

/** Reopens the date. Stores the previous one until the change is complete. */
export const reopenAppointmentDate = (talk: WithMemory): void => {
  const [move, to] = [getDateMove(talk), getAppointmentDate(talk)]
  if (!move?.from)
    setAgreement(talk, { kind: 'moving', elsewhere: null, ...move, from: { ...to, text: formatAppointmentDate(talk) }, to })
}

/** Completes a change of the date. */
export const completeDateMove = (talk: WithMemory): void => {
  const move = getDateMove(talk)
  if (!move) return
  const was = move.from?.text || move.elsewhere?.was
  setAgreement(talk, move.elsewhere ? { ...move, from: null, elsewhere: { ...(was && { was }) } } : toAgreement(move.to))
}

/** Starts to move an appointment from elsewhere. */
export const startExternalMove = (talk: WithMemory, from: NonNullable<DateMove['from']>): void => {
  const move = getDateMove(talk)
  setAgreement(talk, { kind: 'moving', from, to: move?.to ?? getAppointmentDate(talk), elsewhere: move?.elsewhere ?? {} })
}

/** Treats the appointment as made in this conversation from now on. */
export const endExternalMove = (talk: WithMemory): void => {
  const move = getDateMove(talk)
  if (move) setAgreement(talk, move.from ? { ...move, elsewhere: null } : toAgreement(move.to))
}

/** Removes day and hour, and the previous date too unless `keepOld` is set. */
export const removeAppointmentDate = (talk: WithMemory, keepOld: boolean): void => {
  const move = getDateMove(talk)
  setAgreement(talk, keepOld && move ? { ...move, to: {} } : { kind: 'none' })
}

export const markAppointmentCancelled = ({ memory }: WithMemory, what: string): void => {
  memory.appointment = { kind: 'called_off', what, before: getAgreement(memory.appointment) }
}

/** Ends the cancelled state, after a new day was named. */
export const clearCancellation = ({ memory }: WithMemory): void => {
  memory.appointment = getAgreement(memory.appointment)
}
