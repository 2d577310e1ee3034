import type { RedisClientType } from '@redis/client'

export type RedisClient = RedisClientType

/** Connection to Redis. Commands have a timeout of one second, and fail immediately while Redis is unavailable. */
export interface RedisConnection {
  readonly redis: RedisClient
  readonly prefix: string
  isAvailable(): boolean
  /** Sends a command to Redis. @throws if Redis is unavailable or does not respond in time */
  execute<T>(command: (redis: RedisClient) => Promise<T>): Promise<T>
}
