import type { MetaBill } from './meta-bill.ts'
import type { MetaFile, SentBody } from './meta-bodies.ts'
import type { MetaExample } from './meta-examples.ts'
import type { MetaHistory } from './meta-history.ts'
import type { MetaNumber } from './meta-signup.ts'
import type { MetaTemplate } from './meta-templates.ts'
import type { Upload, UploadPlan } from './meta-uploads.ts'

/** What the double does with a send: answers, refuses with a code, or breaks the line before or after taking it. */
export type SendPlan = 'accept' | { code: number; status?: number } | 'accept-then-reset' | 'reset' | 'gateway-page' | 'hang'

/** A send that was taken, with the id that it got. */
export interface TakenSend {
  id: string
  phoneNumberId: string
  body: SentBody
  at: number
}

/** Meta's Graph API on this machine, in its wire format: messages, templates, files. */
export interface MetaDouble {
  url: string
  /** Everything that was asked to be sent and was taken, with the id that it got. */
  accepted: TakenSend[]
  /** Hears of each of them. */
  onTaken: (send: TakenSend) => void
  /** Read receipts and typing. */
  presence: SentBody[]
  /** Every attempt to send, taken or not. */
  attempts: SentBody[]
  templates: MetaTemplate[]
  /** Examples of headers on their way, by the upload's name; the handles of those that came whole; after how many bytes the line breaks, once for each. */
  examples: Map<string, MetaExample>
  handles: Set<string>
  exampleCuts: number[]
  /** The subcode of its next no to a template; null: it judges by its rules. */
  refuseNext: number | null
  /** The code with which it puts off whatever is asked of a number or an account, but for messages. */
  busy: number | null
  /** What it says of a number besides its name. */
  numberInfo: object
  files: Map<string, MetaFile>
  /** Files that were brought to it and that it has. */
  uploads: Upload[]
  /** Decides what becomes of an upload. */
  uploadPlan: (attempt: number) => UploadPlan
  /** Its clock: what was brought to it lives for 30 days. */
  now: () => number
  /** Accounts whose news are brought, each to where it was told: '' for the app's own address. */
  subscriptions: Map<string, string>
  /** Visits an address that it was told, with our word; false: nobody is there. */
  visit: (address: string, word: string) => Promise<boolean>
  /** What it says of a token. */
  tokenInfo: object
  /** PINs of numbers that have a verification in two steps; of the rest whatever comes first is kept. */
  pins: Map<string, string>
  /** Numbers that were to be registered, each time. */
  registered: string[]
  /** Whether it breaks the line after such a call, which it has carried out; what linking is about only. */
  cut: (what: string) => boolean | Promise<boolean>
  /** Accounts that their owners gave us access to, and the numbers of each. */
  shared: Set<string>
  accounts: Map<string, MetaNumber[]>
  /** Businesses whose token may be fetched by the platform's own. */
  businesses: Set<string>
  /** Somebody agrees on its page. @returns where that leads back to */
  consent(page: string): string
  /** What it refuses, by the part of the address that is asked for, with one of its codes. */
  refusals: Map<string, number>
  /** Decides what becomes of a send. */
  plan: (body: SentBody, attempt: number) => SendPlan
  /** People who said on WhatsApp that they want no advertising, by their digits. */
  stopped: Set<string>
  /** People whom a number may write to by a template in 24 hours; null: as many as it likes. */
  tier: number | null
  /** Numbers and accounts that answer to META_TOKEN. */
  known: Set<string>
  /** Calls that came with another token. */
  strangers: number
  /** Paths of files that were fetched. */
  fetched: string[]
  /** With which token each picture of an advertisement was asked for; it needs none. */
  pictureAsks: (string | null)[]
  /** Files whose address was asked for. */
  described: string[]
  /** What its history has besides what it took itself; null: it offers none. */
  history: MetaHistory | null
  /** What it says that an account cost, in its currency; what was asked for it. */
  bill: MetaBill
  /** What phones were asked for, in order. */
  syncs: { phoneNumberId: string; syncType: string }[]
  /** Refuses such a question with this code, or breaks the line after taking it. */
  syncPlan: (syncType: string, attempt: number) => 'accept' | 'accept-then-reset' | { code: number }
  close(): Promise<void>
}
