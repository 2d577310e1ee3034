import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storableValue } from '../../../kernel/storable.ts'
import type { Change } from './webhook-body.ts'
import { cardsOf, codeOf, lenient, list, name, text } from './webhook-fields.ts'

/** An event for users that is not a message. */
export interface NoticeNews {
  field: string
  /** Meta's name of the event. */
  event: string
  /** Sender identifier of the person concerned; null if there is none. */
  sender: string | null
  saidAt: Date | null
  /** Meta's error code; null if it is not an error. */
  code: number | null
  payload: unknown
}

/** Number of errors of a phone's history that become notices. */
const MAX_ERRORS = 100

const lists = z.object({
  errors: list,
  calls: list,
  automatic_events: list,
  history: list,
  user_preferences: list,
  contacts: list,
})
const person = z.object({ wa_id: text, user_id: text })
const call = z.object({ from: text, from_user_id: text, to: text, to_user_id: text, direction: text, event: text })
const automatic = z.object({ id: text, event_name: text })
const own = z.object({ metadata: z.object({ display_phone_number: z.coerce.string() }) })
const chunk = z.object({ errors: list })

/** Properties that determine the name of an event for which Meta has none. They are more reliable than the field. */
const EVENTS = z.object({
  event: text,
  new_quality_score: text,
  correct_category: text,
  new_category: text,
  decision: text,
  alert_info: lenient(z.object({ alert_type: text })),
})

/** Returns the notices in a change. A change with an unknown field is one notice, named after the field. */
export function noticesIn({ field, at, value }: Change): NoticeNews[] {
  const make = (event: string, inside: unknown, more: Partial<Pick<NoticeNews, 'sender' | 'code'>> = {}): NoticeNews => ({
    field,
    event,
    saidAt: at,
    payload: storableValue(inside),
    sender: null,
    code: null,
    ...more,
  })
  const ofError = (inside: unknown) => {
    const code = codeOf(inside)
    return make(code === null ? 'error' : String(code), inside, { code })
  }
  const {
    errors,
    calls,
    automatic_events: found,
    history,
    user_preferences: preferences,
    contacts,
  } = lists.safeParse(value).data ?? {}
  switch (field) {
    case 'messages':
      return (errors ?? []).map(ofError)
    case 'history':
      return (history ?? [])
        .flatMap((part) => chunk.safeParse(part).data?.errors ?? [])
        .slice(0, MAX_ERRORS)
        .map(ofError)
    case 'calls':
      return (calls ?? []).map((inside) => {
        const said = call.safeParse(inside).data
        return make(said?.event || field, inside, { sender: said ? callerOf(said, value) : null })
      })
    case 'user_preferences': {
      const cards = cardsOf(contacts)
      // One notice per person with only that person's card, so that it can be erased with the person.
      return (preferences ?? []).map((inside) => {
        const { wa_id: phone, user_id: user } = person.safeParse(inside).data ?? {}
        const card = cards(phone, user)
        const whole = { user_preferences: [inside], ...(card ? { contacts: [card] } : {}) }
        return make(field, whole, { sender: user || phoneKey(phone ?? null) })
      })
    }
    case 'automatic_events':
      return (found ?? []).map((inside) => {
        const said = automatic.safeParse(inside).data
        return make(said?.event_name || field, inside, { sender: said?.id || null })
      })
    default:
      return [make(eventOf(value, field), value)]
  }
}

/** Returns the other party of a call, in either direction. */
function callerOf({ from, from_user_id, to, to_user_id }: z.infer<typeof call>, value: unknown): string | null {
  const ours = phoneKey(own.safeParse(value).data?.metadata.display_phone_number ?? null)
  const isOurs = ours !== null && phoneKey(from ?? null) === ours
  return isOurs ? to_user_id || phoneKey(to ?? null) : from_user_id || phoneKey(from ?? null)
}

function eventOf(value: unknown, field: string): string {
  const said = EVENTS.safeParse(value).data
  const told =
    said?.event ||
    said?.alert_info?.alert_type ||
    (said?.new_quality_score && `QUALITY_${said.new_quality_score}`) ||
    (said?.correct_category && `CATEGORY_WILL_BE_${said.correct_category}`) ||
    (said?.new_category && `CATEGORY_${said.new_category}`) ||
    said?.decision
  return name.safeParse(told || field).data ?? field
}
