import type { RedisClientType } from '@redis/client'

export type Redis = RedisClientType

/** Connection to Redis: commands time out after a second, and fail immediately while Redis is away. */
export interface Link {
  readonly redis: Redis
  readonly prefix: string
  isThere(): boolean
  /** Sends a command to Redis. @throws if Redis is away or does not answer in time */
  ask<T>(question: (redis: Redis) => Promise<T>): Promise<T>
}
