import type { Agreement, Appointment, DialogueMemory, PartialDate } from '../dialogue-memory.ts'

type WithMemory = { readonly memory: DialogueMemory }
type DateMove = Extract<Agreement, { kind: 'moving' }>

const getAgreement = (appointment: Appointment): Agreement =>
  appointment.kind === 'called_off' ? appointment.before : appointment

/** Returns the day and hour of the appointment, as far as they are known. During a change, returns the new ones. */
export const getAppointmentDate = ({ memory }: WithMemory): PartialDate => {
  const agreed = getAgreement(memory.appointment)
  if (agreed.kind === 'none') return {}
  return agreed.kind === 'moving' ? agreed.to : agreed.at
}

/** Returns the day and hour of the appointment as text ('terça, 24/11, às 15h'). Empty if no day is known. */
export const formatAppointmentDate = (talk: WithMemory): string => {
  const { day, hour } = getAppointmentDate(talk)
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** Returns the description of the cancelled appointment, until a new day is named. Returns null if none is cancelled. */
export const getCancelledAppointment = ({ memory }: WithMemory): string | null =>
  memory.appointment.kind === 'called_off' ? memory.appointment.what : null

/**
 * Returns the change of the appointment that is under way, or a completed change of an appointment made outside this conversation. Returns
 * null if there is none.
 */
const getDateMove = ({ memory }: WithMemory): DateMove | null => {
  const agreed = getAgreement(memory.appointment)
  return agreed.kind === 'moving' ? agreed : null
}

/** Returns the date that a change under way replaces, or null if there is none. */
export const getPreviousDate = (talk: WithMemory): DateMove['from'] => getDateMove(talk)?.from ?? null

/** Returns the date that a change replaces as text, or undefined if there is none. */
export const formatPreviousDate = (talk: WithMemory): string | undefined =>
  getPreviousDate(talk)?.text ?? getDateMove(talk)?.elsewhere?.was

/** Returns true if the lead moves an appointment that was not made in this conversation. */
export const isMovingExternalAppointment = (talk: WithMemory): boolean => Boolean(getDateMove(talk)?.elsewhere)

/** Returns all texts that describe the appointment: current, previous and cancelled date. Unknown ones are null or undefined. */
export const getAppointmentTexts = (talk: WithMemory): (string | null | undefined)[] => [
  ...[getAppointmentDate(talk), getPreviousDate(talk) ?? {}].flatMap((date) => Object.values<string | undefined>(date)),
  formatPreviousDate(talk),
  getCancelledAppointment(talk),
]

const setAgreement = ({ memory }: WithMemory, next: Agreement): void => {
  const { appointment } = memory
  memory.appointment = appointment.kind === 'called_off' ? { ...appointment, before: next } : next
}

/** Returns the date without its empty fields. */
const removeUnknownFields = ({ day, date, hour }: PartialDate): PartialDate => ({
  ...(day && { day }),
  ...(date && { date }),
  ...(hour && { hour }),
})

const toAgreement = (at: PartialDate): Agreement => {
  if (at.day && at.hour) return { kind: 'settled', at }
  return at.day || at.date || at.hour ? { kind: 'wanted', at } : { kind: 'none' }
}

/** Changes the day or hour of the appointment. A field that is present but undefined is removed; absent fields stay unchanged. */
export const setAppointmentDate = (talk: WithMemory, other: PartialDate): void => {
  const to = removeUnknownFields({ ...getAppointmentDate(talk), ...other })
  const move = getDateMove(talk)
  setAgreement(talk, move ? { ...move, to } : toAgreement(to))
}

/**
 * Marks the date as being changed and stores the current one as the previous date until the change is complete. Does nothing if a previous
 * date is already stored.
 */
export const reopenAppointmentDate = (talk: WithMemory): void => {
  const [move, to] = [getDateMove(talk), getAppointmentDate(talk)]
  if (!move?.from)
    setAgreement(talk, { kind: 'moving', elsewhere: null, ...move, from: { ...to, text: formatAppointmentDate(talk) }, to })
}

/** Completes a change of the date: the new date becomes the agreed one. Does nothing if no change is under way. */
export const completeDateMove = (talk: WithMemory): void => {
  const move = getDateMove(talk)
  if (!move) return
  const was = move.from?.text || move.elsewhere?.was
  setAgreement(talk, move.elsewhere ? { ...move, from: null, elsewhere: { ...(was && { was }) } } : toAgreement(move.to))
}

/** Starts a change of an appointment that was not made in this conversation. `from`: its previous date. */
export const startExternalMove = (talk: WithMemory, from: NonNullable<DateMove['from']>): void => {
  const move = getDateMove(talk)
  setAgreement(talk, { kind: 'moving', from, to: move?.to ?? getAppointmentDate(talk), elsewhere: move?.elsewhere ?? {} })
}

/** Treats an appointment that was made outside this conversation as made in it from now on. */
export const endExternalMove = (talk: WithMemory): void => {
  const move = getDateMove(talk)
  if (move) setAgreement(talk, move.from ? { ...move, elsewhere: null } : toAgreement(move.to))
}

/** Removes the day and hour of the appointment. The previous date of a change is kept only if `keepOld` is true. */
export const removeAppointmentDate = (talk: WithMemory, keepOld: boolean): void => {
  const move = getDateMove(talk)
  setAgreement(talk, keepOld && move ? { ...move, to: {} } : { kind: 'none' })
}

export const markAppointmentCancelled = ({ memory }: WithMemory, what: string): void => {
  memory.appointment = { kind: 'called_off', what, before: getAgreement(memory.appointment) }
}

/** Ends the cancelled state of the appointment once the lead names a new day. */
export const clearCancellation = ({ memory }: WithMemory): void => {
  memory.appointment = getAgreement(memory.appointment)
}
