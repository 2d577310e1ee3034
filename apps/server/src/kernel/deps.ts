import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { EventBus } from './events.ts'
import type { JobRunner } from './jobs.ts'

/** Sends a message out on one channel. It is called again after a failure, never twice at the same time for one conversation. */
export interface ChannelAdapter {
  /** @returns the channel's id of the message, when it has one. @throws when the channel did not take it and trying again may help. */
  deliver(message: {
    tenantId: string
    conversationId: string
    messageId: string
    content: string
  }): Promise<{ channelId: string | null }>
}

/** Sends mail. Absent when no mail server is configured. */
export interface Mail {
  /** @throws when the mail server did not take it */
  sendInvitation(mail: { to: string; tenantName: string; link: string; expiresAt: Date }): Promise<void>
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

/** A calendar provider with OAuth. Absent when none is configured. */
export interface CalendarProvider {
  authUrl(flow: { state: string; challenge: string }): string
  /** @throws when the provider does not accept the code with this verifier */
  exchange(code: string, verifier: string): Promise<{ email: string | null; refreshToken: string }>
  /** @throws CalendarRevoked */
  createEvent(refreshToken: string, event: CalendarEventInput): Promise<{ id: string; htmlLink: string }>
  revoke(refreshToken: string): Promise<void>
}

export interface Clock {
  now(): Date
}

/** Everything the features stand on; main.ts makes the real ones, testing/ the test ones. */
export interface Deps {
  config: Config
  log: FastifyBaseLogger
  db: Database
  bus: EventBus
  jobs: JobRunner
  clock: Clock
  mail: Mail | null
  calendar: CalendarProvider | null
  /** Origin that people open, for links in mails; never taken from a request. */
  publicOrigin: string
  channels: Readonly<Record<string, ChannelAdapter>>
}
