import type { FastifyInstance } from 'fastify'
import type { Tx } from './database/database.ts'
import type { GiveUpHandlers, JobHandlers } from './jobs/job-names.ts'
import type { LiveEvents } from './realtime/broadcasts.ts'

/** What a feature adds to the server. Its module.ts creates it and app.ts starts it; nothing runs before that (docs/decisions/047). */
export interface Feature {
  /** Registers calls of the contract below /api, where the caller has been identified. */
  routes?: (api: FastifyInstance) => unknown
  /** Registers routes outside of /api, for other services. */
  ownRoutes?: (http: FastifyInstance) => unknown
  /** Handlers of the feature's jobs. */
  jobs?: Partial<JobHandlers>
  /** Handlers that set the record of a job to a final state after the job was given up. */
  giveUps?: Partial<GiveUpHandlers>
  /** Events of the feature that are emitted to sockets. */
  live?: Partial<LiveEvents>
  /** Starts event listeners and background work. @returns an object whose `close` must be awaited at shutdown, if there is any */
  start?: () => { close(): Promise<void> } | Promise<void> | void
  /** Encrypts an organisation's stored secrets again after a change of the server's secret. @returns the number of secrets */
  reseal?: (tx: Tx, tenantId: string) => Promise<number>
}
