import * as z from 'zod/mini'
import { toStorableJson } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { WebhookChange } from '../webhook/webhook-body.ts'
import {
  getErrorCode,
  identifier,
  indexContactCards,
  nullIfInvalid,
  optionalList,
  optionalText,
} from '../webhook/webhook-fields.ts'

/** Event from Meta that is not a message and is shown to users. */
export interface WebhookNotice {
  field: string
  /** Meta's name of the event. */
  event: string
  /** Phone number or user id of the person whom the event concerns. Null if it concerns no person. */
  sender: string | null
  saidAt: Date | null
  /** Meta's error code. Null if the event is not an error. */
  code: number | null
  payload: unknown
}

/** Maximum number of errors of one history webhook that are stored as notices. */
const MAX_HISTORY_ERRORS = 100

const noticeLists = z.object({
  errors: optionalList,
  calls: optionalList,
  automatic_events: optionalList,
  history: optionalList,
  user_preferences: optionalList,
  contacts: optionalList,
})
const personIds = z.object({ wa_id: optionalText, user_id: optionalText })
const callPayload = z.object({
  from: optionalText,
  from_user_id: optionalText,
  to: optionalText,
  to_user_id: optionalText,
  direction: optionalText,
  event: optionalText,
})
const automaticEvent = z.object({ id: optionalText, event_name: optionalText })
const numberMetadata = z.object({ metadata: z.object({ display_phone_number: z.coerce.string() }) })
const chunkPayload = z.object({ errors: optionalList })

/** Properties that name the event. If none is present, the name of the webhook field is used. */
const eventNameFields = z.object({
  event: optionalText,
  new_quality_score: optionalText,
  correct_category: optionalText,
  new_category: optionalText,
  decision: optionalText,
  alert_info: nullIfInvalid(z.object({ alert_type: optionalText })),
})

/** Parses the notices in a webhook change. An unknown field results in one notice with the name of the field. */
export function parseNotices({ field, at, value }: WebhookChange): WebhookNotice[] {
  const createNotice = (
    event: string,
    content: unknown,
    overrides: Partial<Pick<WebhookNotice, 'sender' | 'code'>> = {},
  ): WebhookNotice => ({
    field,
    event,
    saidAt: at,
    payload: toStorableJson(content),
    sender: null,
    code: null,
    ...overrides,
  })
  const createErrorNotice = (error: unknown) => {
    const code = getErrorCode(error)
    return createNotice(code === null ? 'error' : String(code), error, { code })
  }
  const {
    errors,
    calls,
    automatic_events: automaticEvents,
    history,
    user_preferences: preferences,
    contacts,
  } = noticeLists.safeParse(value).data ?? {}
  switch (field) {
    case 'messages':
      return (errors ?? []).map(createErrorNotice)
    case 'history':
      return (history ?? [])
        .flatMap((chunk) => chunkPayload.safeParse(chunk).data?.errors ?? [])
        .slice(0, MAX_HISTORY_ERRORS)
        .map(createErrorNotice)
    case 'calls':
      return (calls ?? []).map((entry) => {
        const call = callPayload.safeParse(entry).data
        return createNotice(call?.event || field, entry, { sender: call ? getOtherParty(call, value) : null })
      })
    case 'user_preferences': {
      const findContactCard = indexContactCards(contacts)
      // Each notice contains only one person's data, so that it can be erased with that person.
      return (preferences ?? []).map((entry) => {
        const { wa_id: phone, user_id: user } = personIds.safeParse(entry).data ?? {}
        const card = findContactCard(phone, user)
        const payload = { user_preferences: [entry], ...(card ? { contacts: [card] } : {}) }
        return createNotice(field, payload, { sender: user || toPhoneKey(phone ?? null) })
      })
    }
    case 'automatic_events':
      return (automaticEvents ?? []).map((entry) => {
        const parsed = automaticEvent.safeParse(entry).data
        return createNotice(parsed?.event_name || field, entry, { sender: parsed?.id || null })
      })
    default:
      return [createNotice(getEventName(value, field), value)]
  }
}

/** Returns the phone number or user id of the other party of a call. */
function getOtherParty({ from, from_user_id, to, to_user_id }: z.infer<typeof callPayload>, value: unknown): string | null {
  const ownNumberKey = toPhoneKey(numberMetadata.safeParse(value).data?.metadata.display_phone_number ?? null)
  const isOutgoing = ownNumberKey !== null && toPhoneKey(from ?? null) === ownNumberKey
  return isOutgoing ? to_user_id || toPhoneKey(to ?? null) : from_user_id || toPhoneKey(from ?? null)
}

function getEventName(value: unknown, field: string): string {
  const fields = eventNameFields.safeParse(value).data
  const name =
    fields?.event ||
    fields?.alert_info?.alert_type ||
    (fields?.new_quality_score && `QUALITY_${fields.new_quality_score}`) ||
    (fields?.correct_category && `CATEGORY_WILL_BE_${fields.correct_category}`) ||
    (fields?.new_category && `CATEGORY_${fields.new_category}`) ||
    fields?.decision
  return identifier.safeParse(name || field).data ?? field
}
