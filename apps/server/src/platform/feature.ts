import type { FastifyInstance } from 'fastify'
import type { Tx } from './database/database.ts'
import type { FinalFailureHandlers, JobHandlers } from './jobs/job-names.ts'
import type { SocketEventSources } from './realtime/broadcasts.ts'

/** Parts that a feature adds to the server. Created by the feature's module.ts, and started by app.ts (docs/decisions/047). */
export interface Feature {
  /** Registers API endpoints below /api. Users are authenticated before these routes run. */
  routes?: (api: FastifyInstance) => unknown
  /** Registers routes outside of /api, such as webhooks of other services. */
  rootRoutes?: (http: FastifyInstance) => unknown
  jobs?: Partial<JobHandlers>
  /** Handlers for jobs that failed finally. Each sets the record that the job should have processed to a final state. */
  finalFailureHandlers?: Partial<FinalFailureHandlers>
  /** Socket events of the feature, with the domain events that trigger them. */
  socketEvents?: Partial<SocketEventSources>
  /** Starts event listeners and background work. @returns an object whose `close` must be awaited at shutdown, or nothing */
  start?: () => { close(): Promise<void> } | Promise<void> | void
  /** Encrypts an organisation's stored secrets with the server's current secret. @returns the number of secrets */
  reencryptSecrets?: (tx: Tx, tenantId: string) => Promise<number>
}
