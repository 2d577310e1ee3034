import type { RedisClientType } from '@redis/client'

export type RedisClient = RedisClientType

/** Connection to Redis: commands time out after a second, and fail immediately while Redis is away. */
export interface RedisConnection {
  readonly redis: RedisClient
  readonly prefix: string
  isThere(): boolean
  /** Sends a command to Redis. @throws if Redis is away or does not answer in time */
  ask<T>(question: (redis: RedisClient) => Promise<T>): Promise<T>
}
