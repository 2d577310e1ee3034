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
  /** Origin that people open, for links in mails; never taken from a request. */
  publicOrigin: string
  channels: Readonly<Record<string, ChannelAdapter>>
}
