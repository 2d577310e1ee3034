import type { Config } from '../../../platform/config/config.ts'

/**
 * Time in milliseconds that an agent waits for more messages of a lead before it answers. Several short messages thereby get one answer.
 */
export const BURST_WAIT_MS = 2_500

/** Returns the milliseconds that remain until the agent may answer the lead's last message; 0 if the wait is over. */
export const getRemainingBurstMs = (
  { agentDelayFactor: agentPace }: Pick<Config, 'agentDelayFactor'>,
  lastMessageAt: Date | null,
  now: Date,
): number => Math.max(0, BURST_WAIT_MS * agentPace - (now.getTime() - (lastMessageAt?.getTime() ?? 0)))
