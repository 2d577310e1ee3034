import type { FastifyInstance } from 'fastify'
import type { Tx } from './db/database.ts'
import type { GiveUpHandlers, JobHandlers } from './job-names.ts'
import type { LiveEvents } from './realtime/occasions.ts'

/** What a feature brings to the server. Its wire.ts makes it, and app.ts begins it: until then nothing runs (docs/decisions/047). */
export interface Feature {
  /** Calls of the contract, below /api, where whoever asks is identified. */
  routes?: (api: FastifyInstance) => unknown
  /** Addresses outside of /api, for other services. */
  ownRoutes?: (http: FastifyInstance) => unknown
  /** Its jobs. */
  jobs?: Partial<JobHandlers>
  /** What becomes of the subjects of its jobs that are given up. */
  giveUps?: Partial<GiveUpHandlers>
  /** What sockets are told of it. */
  live?: Partial<LiveEvents>
  /** Begins to listen, and what it does by itself. @returns what ends that, where it has to be waited for */
  start?: () => { close(): Promise<void> } | Promise<void> | void
  /** After a change of the secret: seals anew what the one before has sealed of an organisation. @returns how many things */
  reseal?: (tx: Tx, tenantId: string) => Promise<number>
}
