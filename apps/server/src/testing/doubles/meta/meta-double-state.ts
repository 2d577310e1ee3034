import type { TemplateExampleFile } from './meta-example-uploads.ts'
import type { MetaMessageHistory } from './meta-message-history.ts'
import type { MetaPricingReport } from './meta-pricing.ts'
import type { MetaFile, SendRequestBody } from './meta-request-bodies.ts'
import type { MetaNumber } from './meta-signup.ts'
import type { MetaTemplate } from './meta-templates.ts'
import type { MetaUpload, MetaUploadOutcome } from './meta-uploads.ts'

/** The double's response to a send: accept, refuse with a code, or close the connection before or after accepting. */
export type MetaSendOutcome =
  | 'accept'
  | { code: number; status?: number }
  | 'accept-then-reset'
  | 'reset'
  | 'gateway-page'
  | 'hang'

/** An accepted send request, with the id assigned to it. */
export interface AcceptedSend {
  id: string
  phoneNumberId: string
  body: SendRequestBody
  at: number
}

/** A local double of Meta's Graph API in its wire format: messages, templates, files. */
export interface MetaDouble {
  url: string
  /** Accepted send requests, with the ids assigned to them. */
  accepted: AcceptedSend[]
  /** Called after each accepted send. */
  onTaken: (send: AcceptedSend) => void
  /** Received read receipts and typing indicators. */
  presence: SendRequestBody[]
  /** Every attempt to send, accepted or not. */
  attempts: SendRequestBody[]
  templates: MetaTemplate[]
  /**
   * `examples`: uploads of header examples by id. `handles`: handles of completed uploads. `exampleCuts`: byte counts after which the
   * connection breaks, once each.
   */
  examples: Map<string, TemplateExampleFile>
  handles: Set<string>
  exampleCuts: number[]
  /** Subcode with which the next template is refused; null: Meta's rules apply. */
  refuseNext: number | null
  /** Code with which every request about a number or an account is refused, except sends; null: none. */
  busy: number | null
  /** Details of a number besides its name. */
  numberInfo: object
  files: Map<string, MetaFile>
  /** Files uploaded to the double that it stores. */
  uploads: MetaUpload[]
  /** Decides the result of an upload attempt. */
  uploadPlan: (attempt: number) => MetaUploadOutcome
  /** The double's clock. Uploaded files expire after 30 days. */
  now: () => number
  /** Subscribed accounts, each with the URL for its webhooks; '' is the app's own URL. */
  subscriptions: Map<string, string>
  /** Verifies a webhook URL with the verify token. Returns false if the server does not answer correctly. */
  visit: (address: string, word: string) => Promise<boolean>
  /** Details that the double reports about a token. */
  tokenInfo: object
  /** PINs of numbers with two-step verification. For other numbers, the first PIN received is stored. */
  pins: Map<string, string>
  /** Numbers for which registration was requested, one entry per request. */
  registered: string[]
  /** Whether the connection is closed after the call was executed. Applies only to calls for linking. */
  cut: (what: string) => boolean | Promise<boolean>
  /** Accounts that their owners shared with the app, and the numbers of each account. */
  shared: Set<string>
  accounts: Map<string, MetaNumber[]>
  /** Businesses whose token the platform's system user may request. */
  businesses: Set<string>
  /**
   * Simulates consent on the signup page.
   * @returns the URL of the redirect
   */
  consent(page: string): string
  /** Error codes by the part of the path to refuse. */
  refusals: Map<string, number>
  /** Decides the result of a send attempt. */
  plan: (body: SendRequestBody, attempt: number) => MetaSendOutcome
  /** Digits of people who opted out of marketing on WhatsApp. */
  stopped: Set<string>
  /** Number of people that a number may message by template in 24 hours; null: unlimited. */
  tier: number | null
  /** Numbers and accounts that META_TOKEN gives access to. */
  known: Set<string>
  /** Number of calls with another token. */
  strangers: number
  /** Paths of downloaded files. */
  fetched: string[]
  /** Token of each request for an advertisement's picture, or null; none is needed. */
  pictureAsks: (string | null)[]
  /** Ids of files whose URL was requested. */
  described: string[]
  /** Message history besides the messages sent through the double; null: the double offers no history. */
  history: MetaMessageHistory | null
  /** The costs that the double reports for an account, and the requests for them. */
  bill: MetaPricingReport
  /** Requests to sync a phone's data, in order. */
  syncs: { phoneNumberId: string; syncType: string }[]
  /** Decides whether a sync request is accepted, refused with a code, or accepted with the connection closed. */
  syncPlan: (syncType: string, attempt: number) => 'accept' | 'accept-then-reset' | { code: number }
  close(): Promise<void>
}
