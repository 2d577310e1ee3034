import type { SentContact, SentLocation } from '@prosa/contract/entities/carried'
import type { SentChoices } from '@prosa/contract/entities/carried-shape'
import type { SendAs } from '@prosa/contract/entities/message'
import type { TemplateComponent } from '@prosa/contract/entities/template'

/** What our own code needs to know of a number to speak for it. */
export interface WhatsAppAccount {
  /** Meta's id of the number. */
  phoneNumberId: string
  /** Meta's id of the business account. */
  wabaId: string
  token: string
}

/** Meta said no, with its code where it gave one. */
export interface Refusal {
  kind: 'refused'
  code: number | null
  message: string
  /** What it says closer, and to people, where it does: of templates. */
  subcode?: number
  forPeople?: string
}

/** Meta was not reached: nothing was done. */
interface Unreachable {
  kind: 'unreachable'
}

/**
 * What came of a send. `unknown`: it left, and the answer did not come back; it may have been carried out, and there is no
 * idempotency key, so it must never be repeated by machine.
 */
export type SendOutcome = { kind: 'accepted'; channelId: string } | Refusal | Unreachable | { kind: 'unknown' }

/** What came of a question. */
export type Asked<T> = { kind: 'answered'; value: T } | Refusal | Unreachable

export interface OutgoingTemplate {
  name: string
  language: string
  /** As Meta has it; not there on what was queued by an earlier version. */
  category?: string | null | undefined
  /** With a name where the template names its places. */
  header: readonly { name: string | null; value: string }[]
  body: readonly { name: string | null; value: string }[]
  /** What fills buttons, by their places; not there where none asks for it. */
  buttons?: readonly { index: number; kind: 'url' | 'copy_code'; value: string }[] | undefined
}

/** A file that Meta has already. */
export interface OutgoingMedia {
  as: SendAs
  /** Meta's id of it. */
  id: string
  caption: string
  filename: string | null
}

/** A place, a person's card, or answers to choose from. */
export type Carried = { location: SentLocation } | { contact: SentContact } | { choices: SentChoices }

/** A file for Meta to have. */
export interface MediaUpload {
  bytes: Blob
  mimeType: string
  filename: string
}

export interface OutgoingMessage {
  /** `+5511…`, or a business-scoped id. */
  to: string
  content:
    | { text: string }
    /** With the file or the place of its header, where that is one. */
    | { template: OutgoingTemplate; media?: OutgoingMedia | null; place?: SentLocation | null }
    | { media: OutgoingMedia }
    | Exclude<Carried, { choices: SentChoices }>
    | { text: string; choices: SentChoices }
    | { reaction: { to: string; emoji: string | null } }
  /** Meta's id of the message that it answers. */
  answers?: string | null
  /** Our message's id; Meta echoes it with every status. */
  callbackData: string
}

/** A template as Meta keeps it. */
export interface ProviderTemplate {
  id: string
  name: string
  language: string
  /** Meta's words, as they come. */
  status: string
  category: string | null
  reason: string | null
  quality: string | null
  components: readonly TemplateComponent[]
}

/** A template as Meta is to have it: all of its parts, at once. */
export interface TemplateWording {
  category: string
  parts: readonly TemplateComponent[]
  /** Whether its places have names. */
  named: boolean
}

/** The example of a header, on its way to Meta. */
export interface HeaderExample {
  filename: string
  size: number
  mimeType: string
}

export interface NumberInfo {
  displayNumber: string
  verifiedName: string | null
  /** `coexistence`: the WhatsApp Business app uses it too. */
  mode: 'api' | 'coexistence'
  /** Messages a second that Meta takes from it; null: it does not say. */
  throughput: number | null
}

/** The installation's app at Meta, which speaks for itself where no account does yet. */
export interface MetaApp {
  appId: string
  appSecret: string
}

/** A number of an account, and when it came there; null: Meta does not say. */
export interface OnboardedNumber extends NumberInfo {
  phoneNumberId: string
  onboardedAt: Date | null
}

/** A message as Meta's own history has it. */
export interface HistoryEntry {
  /** Meta's id of the message. */
  id: string
  /** The earliest that is told of it; null: nothing is. */
  at: Date | null
}

/** What Meta says that an account cost in a part of time. */
export interface BilledSpan {
  from: Date
  to: Date
  /** In the account's currency; Meta calls it approximate. */
  cost: number
}

/** What Meta says that an account cost, day by day; `currency` null: it does not say which. */
export interface Bill {
  currency: string | null
  spans: readonly BilledSpan[]
}

/** Which file, what its bytes must be, and who takes them. */
export interface MediaWanted {
  providerId: string
  /** Where the webhook said that it lies; short-lived. */
  url?: string | undefined
  /** As the webhook said it, in hex or base64. */
  sha256: string | null
  maxBytes: number
  /** Takes the bytes, whole or not at all. @throws what they throw */
  keep(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** Which picture, and who takes its bytes. */
export type PictureWanted = Pick<MediaWanted, 'maxBytes' | 'keep'> & { url: string }

/** A file that will never come: too large, altered, from a foreign host, gone. Anything else may be retried. */
export type MediaOutcome =
  | { kind: 'stored'; size: number; sha256: string; mimeType: string | null }
  | { kind: 'never'; reason: 'too-large' | 'altered' | 'foreign' | 'gone' | 'no-picture' }
  | { kind: 'later' }

/** How a number is; what Meta did not say is not there. */
export interface NumberHealth {
  quality: string | null
  /** People a day, as a number or a tier. */
  limit?: string
  canSend?: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  errors: readonly { code: number | null; text: string }[]
}

/** Meta's WhatsApp Cloud API. */
export interface WhatsAppApi {
  send(account: WhatsAppAccount, message: OutgoingMessage): Promise<SendOutcome>
  /** Shows the lead that its message was read, and, if wanted, that somebody is typing (for 25 s at most). */
  markRead(account: WhatsAppAccount, channelId: string, typing: boolean): Promise<Asked<null>>
  describeNumber(account: WhatsAppAccount): Promise<Asked<NumberInfo>>
  askHealth(account: WhatsAppAccount): Promise<Asked<NumberHealth>>
  /** Until when the account's token opens anything; null: for ever. */
  askExpiry(account: WhatsAppAccount): Promise<Asked<{ until: Date | null }>>
  /** Has the account's news brought to us: where the app says, or to an address, which Meta visits first with our word. */
  subscribe(account: WhatsAppAccount, to?: { address: string; word: string }): Promise<Asked<null>>
  /** Opens a number for sending; `pin`: of its verification in two steps, which this sets where there is none. */
  register(account: WhatsAppAccount, pin: string): Promise<Asked<null>>
  /** What a code of Meta's sign-up opens: a token. It lives for 30 s, and goes with the very address that it was brought to. */
  exchangeCode(app: MetaApp, code: string, redirectUri: string): Promise<Asked<string>>
  /** The accounts that a token was given for. */
  accountsOf(app: MetaApp, token: string): Promise<Asked<readonly string[]>>
  /** The numbers of an account. */
  listNumbers(account: Pick<WhatsAppAccount, 'wabaId' | 'token'>): Promise<Asked<readonly OnboardedNumber[]>>
  /** The token that the app was given by a business, asked for by the platform's own. */
  fetchBusinessToken(app: MetaApp, systemToken: string, businessId: string): Promise<Asked<string>>
  /** All of an account's, in whatever state. */
  listTemplates(account: WhatsAppAccount): Promise<Asked<readonly ProviderTemplate[]>>
  /** Has Meta look at a new one. Cut off, it may be there: its name and language are then taken. */
  createTemplate(
    account: WhatsAppAccount,
    template: TemplateWording & Pick<ProviderTemplate, 'name' | 'language'>,
  ): Promise<Asked<Pick<ProviderTemplate, 'id' | 'status' | 'category'>>>
  /** Has Meta look at other wording of one. */
  changeTemplate(account: WhatsAppAccount, id: string, template: TemplateWording): Promise<Asked<null>>
  deleteTemplate(account: WhatsAppAccount, template: Pick<ProviderTemplate, 'id' | 'name'>): Promise<Asked<null>>
  /** Begins to bring the example of a header. @returns Meta's name of the upload */
  beginExample(account: WhatsAppAccount, example: HeaderExample): Promise<Asked<string>>
  /** How many of its bytes Meta has. */
  exampleOffset(account: WhatsAppAccount, uploadId: string): Promise<Asked<number>>
  /** Brings what is left of it, from a place on. @returns the handle by which a template names it */
  bringExample(account: WhatsAppAccount, uploadId: string, rest: { bytes: Blob; offset: number }): Promise<Asked<string>>
  /** A page of what Meta has of a number's messages, `after` the one before. */
  listHistory(
    account: WhatsAppAccount,
    after: string | null,
  ): Promise<Asked<{ entries: readonly HistoryEntry[]; after: string | null }>>
  /** What the account cost, by Meta's own sums, of whole days. */
  listBill(account: WhatsAppAccount, from: Date, to: Date): Promise<Asked<Bill>>
  /** Asks for what the number's phone has, of one kind; it comes by webhook. @returns the request's id */
  askPhone(account: WhatsAppAccount, syncType: 'smb_app_state_sync' | 'history'): Promise<Asked<string>>
  /** Brings a file to Meta, which keeps it for 30 days. Done again, it is there twice, and nobody sees that. @returns its id */
  uploadMedia(account: WhatsAppAccount, file: MediaUpload): Promise<Asked<string>>
  /** A picture that anybody may see, from Meta's hosts; the token stays here. */
  fetchPicture(wanted: PictureWanted): Promise<MediaOutcome>
  fetchMedia(account: WhatsAppAccount, wanted: MediaWanted): Promise<MediaOutcome>
}
