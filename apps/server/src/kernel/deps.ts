import type { FastifyBaseLogger } from 'fastify'
import type { Cluster } from './cluster.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { EventBus } from './events.ts'
import type { FileStore } from './file-store.ts'
import type { JobRunner } from './jobs.ts'
import type { LanguageModelPort } from './language-model.ts'
import type { Metrics } from './metrics.ts'
import type { Scanner } from './scanner.ts'
import type { Transcriber } from './transcriber.ts'
import type { Web } from './web.ts'
import type { WhatsAppApi } from './whatsapp.ts'

/** Sends mail. Absent when no mail server is configured. */
export interface Mail {
  /** @throws when the mail server did not take it */
  sendInvitation(mail: { to: string; tenantName: string; link: string; expiresAt: Date }): Promise<void>
  /** Links to a new password, one for each organisation that knows the address. @throws when the mail server did not take it */
  sendResetLinks(mail: { to: string; links: readonly { tenantName: string; link: string }[]; minutes: number }): Promise<void>
  /** Somebody entered the account from a device that was not theirs yet. @throws when the mail server did not take it */
  sendNewAccess(mail: {
    to: string
    name: string
    device: string
    ip: string | null
    at: Date
    /** Where sessions are ended and the password is changed. */
    settings: string
  }): Promise<void>
  /** Somebody had the password and failed at the second step; `from`: which device, at which address. @throws when the mail server did not take it */
  sendRefusedStep(mail: { to: string; name: string; from: string; at: Date; settings: string }): Promise<void>
  /** A number does not work. @throws when the mail server did not take it */
  sendNumberProblem(mail: { to: string; name: string; number: string; problem: string; settings: string }): Promise<void>
}

export interface CalendarEventInput {
  /** Ours, and the event's at the provider: asking twice books once. */
  id: string
  title: string
  description: string | null
  start: Date
  end: Date
  attendees: readonly string[]
}

/** The authorization was taken back at the provider. */
export class CalendarRevoked extends Error {}

/** The provider said no, and nothing came of what it was asked. Any other error leaves that open. */
export class CalendarRefused extends Error {}

/** A calendar provider with OAuth. Absent when none is configured. */
export interface CalendarProvider {
  authUrl(flow: { state: string; challenge: string }): string
  /** @throws when the provider does not accept the code with this verifier */
  exchange(code: string, verifier: string): Promise<{ email: string | null; refreshToken: string }>
  /** @throws CalendarRevoked, CalendarRefused */
  createEvent(refreshToken: string, event: CalendarEventInput): Promise<{ id: string; htmlLink: string }>
  /** One that is not there any more is not moved. @throws CalendarRevoked */
  moveEvent(refreshToken: string, id: string, to: { start: Date; end: Date }): Promise<void>
  /** One that is not there any more counts as removed. @throws CalendarRevoked */
  removeEvent(refreshToken: string, id: string, tell: { guests: boolean }): Promise<void>
  revoke(refreshToken: string): Promise<void>
}

export interface Clock {
  now(): Date
}

/** What the server stands on; serve.ts makes the real ones, testing/ the test ones. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  db: Database
  bus: EventBus
  jobs: JobRunner
  cluster: Cluster
  /** Null unless somebody may read them. */
  metrics: Metrics | null
  clock: Clock
  mail: Mail | null
  calendar: CalendarProvider | null
  llm: LanguageModelPort | null
  /** Null when none is configured. */
  transcriber: Transcriber | null
  /** Origin that people open, for links in mails; never taken from a request. */
  publicOrigin: string
  whatsapp: WhatsAppApi
  /** Addresses that people give us. */
  web: Web
  /** Where the bytes of files lie. */
  files: FileStore
  /** Null when none is configured. */
  scanner: Scanner | null
}
