import type { Config } from '../../../platform/config/config.ts'

/** Milliseconds for which an agent waits for further messages of the lead, so that consecutive messages get one common answer. */
export const BURST_WAIT_MS = 2_500

/** Returns how many milliseconds of `BURST_WAIT_MS` remain after the lead's last message; 0 if the wait has ended. */
export const getRemainingBurstMs = (
  { agentDelayFactor: agentPace }: Pick<Config, 'agentDelayFactor'>,
  lastMessageAt: Date | null,
  now: Date,
): number => Math.max(0, BURST_WAIT_MS * agentPace - (now.getTime() - (lastMessageAt?.getTime() ?? 0)))
