import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'

/** Credentials for calls on behalf of a number. */
export interface WhatsAppAccount {
  /** Meta's id of the number. */
  phoneNumberId: string
  /** Meta's id of the business account. */
  wabaId: string
  token: string
}

/** Meta refused the request; `code` is null if Meta sent none. */
export interface MetaRejection {
  kind: 'refused'
  code: number | null
  message: string
  /** More specific code and text for users, which Meta sends for templates. */
  subcode?: number
  forPeople?: string
}

/** Meta was not reached, so nothing was done. */
interface Unreachable {
  kind: 'unreachable'
}

/**
 * Result of sending a message. `unknown`: the request was sent, but no response arrived. The message may have been delivered, and Meta has
 * no idempotency key, so it must never be repeated automatically.
 */
export type SendOutcome = { kind: 'accepted'; channelId: string } | MetaRejection | Unreachable | { kind: 'unknown' }

/** Result of a query. */
export type MetaQueryResult<T> = { kind: 'answered'; value: T } | MetaRejection | Unreachable

export interface OutgoingTemplate {
  name: string
  language: string
  /** Category at Meta; null if Meta does not report one. */
  category: string | null
  /** Values; each has a name if the template uses named parameters. */
  header: readonly { name: string | null; value: string }[]
  body: readonly { name: string | null; value: string }[]
  /** Values of buttons by their index; absent if no button has one. */
  buttons?: readonly { index: number; kind: 'url' | 'copy_code'; value: string }[] | undefined
}

/** A file that Meta has already. */
export interface OutgoingMedia {
  as: SentMediaType
  /** Meta's id of the file. */
  id: string
  caption: string
  filename: string | null
}

/** A location, a contact card, or answers to choose from. */
export type OutgoingStructuredContent = { location: SentLocation } | { contact: SentContact } | { choices: SentChoices }

/** A file to upload to Meta. */
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
    /** A template, with the file or location of its header, if the header has one. */
    | { template: OutgoingTemplate; media?: OutgoingMedia | null; place?: SentLocation | null }
    | { media: OutgoingMedia }
    | Exclude<OutgoingStructuredContent, { choices: SentChoices }>
    | { text: string; choices: SentChoices }
    | { reaction: { to: string; emoji: string | null } }
  /** Meta's id of the message that this one replies to. */
  answers?: string | null
  /** Id of our message, which Meta returns with every status. */
  callbackData: string
}

/** A template as Meta stores it. */
export interface ProviderTemplate {
  id: string
  name: string
  language: string
  /** Meta's values, unchanged. */
  status: string
  category: string | null
  reason: string | null
  quality: string | null
  components: readonly TemplateComponent[]
}

/** Complete content of a template to submit to Meta. */
export interface SubmittedTemplateContent {
  category: string
  parts: readonly TemplateComponent[]
  /** Whether it uses named parameters. */
  named: boolean
}

/** Example file of a template's header, for upload to Meta. */
export interface HeaderExample {
  filename: string
  size: number
  mimeType: string
}

export interface NumberInfo {
  displayNumber: string
  verifiedName: string | null
  /** `coexistence`: the WhatsApp Business app uses the number as well. */
  mode: 'api' | 'coexistence'
  /** Messages per second that Meta accepts; null if unknown. */
  throughput: number | null
}

/** The installation's Meta app, for calls without an account. */
export interface MetaApp {
  appId: string
  appSecret: string
}

/** A number of an account, and when it was linked; null if Meta does not say. */
export interface OnboardedNumber extends NumberInfo {
  phoneNumberId: string
  onboardedAt: Date | null
}

/** A message in Meta's own history. */
export interface HistoryEntry {
  /** Meta's id of the message. */
  id: string
  /** Earliest reported time; null if there is none. */
  at: Date | null
}

/** Cost of an account in a period, as Meta reports it. */
export interface BilledPeriod {
  from: Date
  to: Date
  /** In the account's currency; approximate according to Meta. */
  cost: number
}

/** Daily costs of an account; `currency` is null if Meta does not report it. */
export interface AccountBill {
  currency: string | null
  spans: readonly BilledPeriod[]
}

/** A file to download, the expected content, and the consumer of its bytes. */
export interface MediaDownload {
  providerId: string
  /** Short-lived URL from the webhook. */
  url?: string | undefined
  /** SHA-256 from the webhook, in hex or base64. */
  sha256: string | null
  maxBytes: number
  /** Stores the bytes, completely or not at all. @throws what reading the bytes throws */
  keep(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** An image to download, and the consumer of its bytes. */
export type ImageDownload = Pick<MediaDownload, 'maxBytes' | 'keep'> & { url: string }

/** Result of a download. `never`: too large, altered, from a foreign host, or deleted. `later`: may be retried. */
export type MediaDownloadResult =
  | { kind: 'stored'; size: number; sha256: string; mimeType: string | null }
  | { kind: 'never'; reason: 'too-large' | 'altered' | 'foreign' | 'gone' | 'no-picture' }
  | { kind: 'later' }

/** Health of a number; fields that Meta does not report are absent. */
export interface NumberHealth {
  quality: string | null
  /** Messaging limit per day, as a number or a tier. */
  limit?: string
  canSend?: 'AVAILABLE' | 'LIMITED' | 'BLOCKED'
  errors: readonly { code: number | null; text: string }[]
}

/** Client of Meta's WhatsApp Cloud API. */
export interface WhatsAppApi {
  send(account: WhatsAppAccount, message: OutgoingMessage): Promise<SendOutcome>
  /** Marks a lead's message as read and, if `typing`, shows a typing indicator for at most 25 s. */
  markRead(account: WhatsAppAccount, channelId: string, typing: boolean): Promise<MetaQueryResult<null>>
  describeNumber(account: WhatsAppAccount): Promise<MetaQueryResult<NumberInfo>>
  askHealth(account: WhatsAppAccount): Promise<MetaQueryResult<NumberHealth>>
  /** Returns when the account's token expires; null if it does not. */
  askExpiry(account: WhatsAppAccount): Promise<MetaQueryResult<{ until: Date | null }>>
  /** Subscribes to the account's webhooks: at the app's address, or at another one, which Meta first verifies with `word`. */
  subscribe(account: WhatsAppAccount, to?: { address: string; word: string }): Promise<MetaQueryResult<null>>
  /** Registers a number for sending. `pin`: its two-step verification PIN, which this call sets if there is none. */
  register(account: WhatsAppAccount, pin: string): Promise<MetaQueryResult<null>>
  /** Exchanges a code of Meta's sign-up for a token. A code is valid for 30 s and only with the exact redirect URI. */
  exchangeCode(app: MetaApp, code: string, redirectUri: string): Promise<MetaQueryResult<string>>
  /** Returns the ids of the accounts to which a token gives access. */
  accountsOf(app: MetaApp, token: string): Promise<MetaQueryResult<readonly string[]>>
  /** Returns the numbers of an account. */
  listNumbers(account: Pick<WhatsAppAccount, 'wabaId' | 'token'>): Promise<MetaQueryResult<readonly OnboardedNumber[]>>
  /** Fetches the token that a business gave to the app, with the platform's own token. */
  fetchBusinessToken(app: MetaApp, systemToken: string, businessId: string): Promise<MetaQueryResult<string>>
  /** Returns all templates of an account, in any state. */
  listTemplates(account: WhatsAppAccount): Promise<MetaQueryResult<readonly ProviderTemplate[]>>
  /** Submits a new template for review. If the response is lost it may exist; its name and language are then taken. */
  createTemplate(
    account: WhatsAppAccount,
    template: SubmittedTemplateContent & Pick<ProviderTemplate, 'name' | 'language'>,
  ): Promise<MetaQueryResult<Pick<ProviderTemplate, 'id' | 'status' | 'category'>>>
  /** Submits a changed template for review. */
  changeTemplate(account: WhatsAppAccount, id: string, template: SubmittedTemplateContent): Promise<MetaQueryResult<null>>
  deleteTemplate(account: WhatsAppAccount, template: Pick<ProviderTemplate, 'id' | 'name'>): Promise<MetaQueryResult<null>>
  /** Starts the upload of a header's example file. @returns Meta's id of the upload */
  beginExample(account: WhatsAppAccount, example: HeaderExample): Promise<MetaQueryResult<string>>
  /** Returns the number of bytes that Meta has received. */
  exampleOffset(account: WhatsAppAccount, uploadId: string): Promise<MetaQueryResult<number>>
  /** Uploads the rest of an example file from an offset. @returns the handle by which a template refers to it */
  bringExample(
    account: WhatsAppAccount,
    uploadId: string,
    rest: { bytes: Blob; offset: number },
  ): Promise<MetaQueryResult<string>>
  /** Returns a page of Meta's history of a number's messages; `after` is the cursor of the previous page. */
  listHistory(
    account: WhatsAppAccount,
    after: string | null,
  ): Promise<MetaQueryResult<{ entries: readonly HistoryEntry[]; after: string | null }>>
  /** Returns the account's costs as Meta reports them, for whole days. */
  listBill(account: WhatsAppAccount, from: Date, to: Date): Promise<MetaQueryResult<AccountBill>>
  /** Requests one kind of data from the number's phone, which arrives by webhook. @returns the id of the request */
  askPhone(account: WhatsAppAccount, syncType: 'smb_app_state_sync' | 'history'): Promise<MetaQueryResult<string>>
  /** Uploads a file to Meta, which stores it for 30 days. Repeating it creates a second copy without visible effect. @returns its id */
  uploadMedia(account: WhatsAppAccount, file: MediaUpload): Promise<MetaQueryResult<string>>
  /** Downloads a public image from Meta's hosts, without sending the token. */
  fetchPicture(wanted: ImageDownload): Promise<MediaDownloadResult>
  fetchMedia(account: WhatsAppAccount, wanted: MediaDownload): Promise<MediaDownloadResult>
}
