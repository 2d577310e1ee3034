import type { Agreement, Appointment, DialogueMemory, PartialDate } from '../dialogue-memory.ts'

type WithMemory = { readonly memory: DialogueMemory }
type DateMove = Extract<Agreement, { kind: 'moving' }>

const getAgreement = (appointment: Appointment): Agreement =>
  appointment.kind === 'called_off' ? appointment.before : appointment

/** Returns the day and hour of the appointment as far as known. During a change, returns the new ones. */
export const getAppointmentDate = ({ memory }: WithMemory): PartialDate => {
  const agreement = getAgreement(memory.appointment)
  if (agreement.kind === 'none') return {}
  return agreement.kind === 'moving' ? agreement.to : agreement.at
}

/** Formats the appointment's date ('terça, 24/11, às 15h'). Returns an empty string if no day is known. */
export const formatAppointmentDate = (context: WithMemory): string => {
  const { day, hour } = getAppointmentDate(context)
  if (!day || !hour) return day ?? ''
  return /^\d/.test(hour) ? `${day}, às ${hour}` : `${day}, ${hour}`
}

/** Returns the description of the cancelled appointment. Returns null if none is cancelled or the lead named a new day since. */
export const getCancelledAppointment = ({ memory }: WithMemory): string | null =>
  memory.appointment.kind === 'called_off' ? memory.appointment.what : null

/**
 * Returns the change of date that is under way. Also returns a completed change if the appointment was made outside this conversation. Null
 * if there is none.
 */
const getDateMove = ({ memory }: WithMemory): DateMove | null => {
  const agreement = getAgreement(memory.appointment)
  return agreement.kind === 'moving' ? agreement : null
}

/** Returns the date that is being replaced, or null if none is. */
export const getPreviousDate = (context: WithMemory): DateMove['from'] => getDateMove(context)?.from ?? null

/** Returns the text of the replaced date, or undefined if there is none. */
export const formatPreviousDate = (context: WithMemory): string | undefined =>
  getPreviousDate(context)?.text ?? getDateMove(context)?.elsewhere?.was

/** Returns true if the lead moves an appointment that was made outside this conversation. */
export const isMovingExternalAppointment = (context: WithMemory): boolean => Boolean(getDateMove(context)?.elsewhere)

/** Returns all texts about the appointment: new, previous and cancelled date. Unknown ones are null or undefined. */
export const getAppointmentTexts = (context: WithMemory): (string | null | undefined)[] => [
  ...[getAppointmentDate(context), getPreviousDate(context) ?? {}].flatMap((date) => Object.values<string | undefined>(date)),
  formatPreviousDate(context),
  getCancelledAppointment(context),
]

const setAgreement = ({ memory }: WithMemory, next: Agreement): void => {
  const { appointment } = memory
  memory.appointment = appointment.kind === 'called_off' ? { ...appointment, before: next } : next
}

const removeUnknownFields = ({ day, date, hour }: PartialDate): PartialDate => ({
  ...(day && { day }),
  ...(date && { date }),
  ...(hour && { hour }),
})

const toAgreement = (date: PartialDate): Agreement => {
  if (date.day && date.hour) return { kind: 'settled', at: date }
  return date.day || date.date || date.hour ? { kind: 'wanted', at: date } : { kind: 'none' }
}

/** Changes the day or hour of the appointment. Fields set to undefined are removed; missing fields stay unchanged. */
export const setAppointmentDate = (context: WithMemory, changes: PartialDate): void => {
  const next = removeUnknownFields({ ...getAppointmentDate(context), ...changes })
  const move = getDateMove(context)
  setAgreement(context, move ? { ...move, to: next } : toAgreement(next))
}

/** Starts a change of the agreed date and stores the current date as the previous one. A previous date that is already stored is kept. */
export const reopenAppointmentDate = (context: WithMemory): void => {
  const [move, to] = [getDateMove(context), getAppointmentDate(context)]
  if (!move?.from)
    setAgreement(context, { kind: 'moving', elsewhere: null, ...move, from: { ...to, text: formatAppointmentDate(context) }, to })
}

/** Makes the new date the agreed one. Does nothing if no change is under way. */
export const completeDateMove = (context: WithMemory): void => {
  const move = getDateMove(context)
  if (!move) return
  const previousText = move.from?.text || move.elsewhere?.was
  setAgreement(
    context,
    move.elsewhere ? { ...move, from: null, elsewhere: { ...(previousText && { was: previousText }) } } : toAgreement(move.to),
  )
}

/** Starts to move an appointment that was made outside this conversation. `from`: its current date. */
export const startExternalMove = (context: WithMemory, from: NonNullable<DateMove['from']>): void => {
  const move = getDateMove(context)
  setAgreement(context, { kind: 'moving', from, to: move?.to ?? getAppointmentDate(context), elsewhere: move?.elsewhere ?? {} })
}

/** Treats an appointment from outside this conversation like one that was agreed here. */
export const endExternalMove = (context: WithMemory): void => {
  const move = getDateMove(context)
  if (move) setAgreement(context, move.from ? { ...move, elsewhere: null } : toAgreement(move.to))
}

/** Removes day and hour of the appointment. `keepPrevious`: keep the date that is being replaced. */
export const removeAppointmentDate = (context: WithMemory, keepPrevious: boolean): void => {
  const move = getDateMove(context)
  setAgreement(context, keepPrevious && move ? { ...move, to: {} } : { kind: 'none' })
}

export const markAppointmentCancelled = ({ memory }: WithMemory, description: string): void => {
  memory.appointment = { kind: 'called_off', what: description, before: getAgreement(memory.appointment) }
}

/** Ends the cancelled state of the appointment, because the lead named a new day. */
export const clearCancellation = ({ memory }: WithMemory): void => {
  memory.appointment = getAgreement(memory.appointment)
}
