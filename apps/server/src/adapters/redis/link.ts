import type { RedisClientType } from '@redis/client'

export type Redis = RedisClientType

/** Redis as far as it is there: asked with patience of a second, and not at all while it does not answer. */
export interface Link {
  readonly redis: Redis
  readonly prefix: string
  isThere(): boolean
  /** @throws when it is not there, or does not answer in time */
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T>
}
