import type { FastifyInstance } from 'fastify'
import type { Tx } from './database/database.ts'
import type { FinalFailureHandlers, JobHandlers } from './jobs/job-names.ts'
import type { SocketEventSources } from './realtime/broadcasts.ts'

/**
 * The parts that a feature adds to the server. The feature's module.ts creates this object and app.ts starts it; nothing runs before that
 * (docs/decisions/047).
 */
export interface Feature {
  /** Registers API endpoints of the contract below /api, where the user has already been authenticated. */
  routes?: (api: FastifyInstance) => unknown
  /** Registers routes outside of /api, for other services such as webhooks. */
  rootRoutes?: (http: FastifyInstance) => unknown
  /** Handlers of the feature's jobs. */
  jobs?: Partial<JobHandlers>
  /** Handlers for jobs that failed finally. Each sets the affected record to a final state. */
  finalFailureHandlers?: Partial<FinalFailureHandlers>
  /** Socket events of the feature, with the domain events that trigger them. */
  socketEvents?: Partial<SocketEventSources>
  /** Starts event listeners and background work. @returns an object whose `close` must be awaited at shutdown, or nothing */
  start?: () => { close(): Promise<void> } | Promise<void> | void
  /** Encrypts an organisation's stored secrets with the server's new secret, after that was changed. @returns the number of secrets */
  reencryptSecrets?: (tx: Tx, tenantId: string) => Promise<number>
}
