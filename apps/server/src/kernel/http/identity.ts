import type { AppError } from '../errors.ts'

/** Who is asking, as the session says; never what the request claims. */
export interface Identity {
  tenantId: string
  userId: string
  sessionId: string
  role: string
  permissions: readonly string[] | null
  name: string
  /** Of the platform's tenant. */
  platform: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
    /** Why there is no identity, when a credential was sent. */
    identityError: AppError | null
  }
}
