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
  channels: Readonly<Record<string, ChannelAdapter>>
}
